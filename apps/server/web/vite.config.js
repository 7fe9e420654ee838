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

export default defineConfig({
  base: './',
  plugins: [onlyWoff2],
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0, // the content security policy has no data: for fonts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});
