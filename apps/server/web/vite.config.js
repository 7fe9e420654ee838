import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

// KaTeX offers each font in three formats; every browser that can show the page reads woff2.
const onlyWoff2 = {
  name: 'only-woff2',
  enforce: 'pre',
  transform(code, id) {
    if (!/katex[^/]*\.css/.test(id)) return null;
    return code.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, '');
  },
};

// The terms that what is bundled comes under, beside the bundle.
const licenses = {
  name: 'licenses',
  generateBundle() {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf-8'));
    const texts = Object.entries(dependencies).map(
      ([name, version]) => `${name} ${version}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf-8').trim()}\n`,
    );
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
  },
};

export default defineConfig({
  base: './',
  plugins: [onlyWoff2, licenses],
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0, // the content security policy has no data: for fonts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});
