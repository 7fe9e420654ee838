// Markdown of a block, or of an answer, into safe elements.
import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { renderMath, renderMathIn } from './math';
import { sanitize } from './sanitize';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

// The text of a formula travels through the sanitizer as text, and is drawn after it.
const placeholder = (kind: 'inline' | 'block', latex: string): string =>
  `<span data-math="${kind}">${escape(latex)}</span>`;

const blockMath: TokenizerAndRendererExtension = {
  name: 'blockMath',
  level: 'block',
  start: (source) => source.match(/^\$\$/m)?.index,
  tokenizer(source) {
    const match = /^\$\$\n?([\s\S]{1,20000}?)\n?\$\$[ \t]*(?:\n|$)/.exec(source);
    return match ? { type: 'blockMath', raw: match[0], latex: match[1] } : undefined;
  },
  renderer: (token) => `<p>${placeholder('block', String(token.latex))}</p>`,
};

const inlineMath: TokenizerAndRendererExtension = {
  name: 'inlineMath',
  level: 'inline',
  start(source) {
    const at = source.indexOf('$');
    return at < 0 ? undefined : at;
  },
  tokenizer(source) {
    const match = /^\$\$([^$]{1,5000})\$\$|^\$(?!\s)((?:\\.|[^$\\\n]){0,4999}(?:\\.|[^$\\\n\s]))\$(?!\d)/.exec(source);
    if (!match) return undefined;
    const display = match[1] !== undefined;
    return { type: 'inlineMath', raw: match[0], latex: match[1] ?? match[2], display };
  },
  renderer: (token) => placeholder(token.display ? 'block' : 'inline', String(token.latex)),
};

const marked = new Marked({ gfm: true, async: false, extensions: [blockMath, inlineMath] });
// Pictures of a document are not on the server under their names: their description stays.
marked.use({
  renderer: {
    image: ({ text }) => escape(text),
    // Markdown leaves HTML alone, so formulas in it are found later. (Not everywhere: "\\$5" is text.)
    html: ({ text }) => (/^\s*<table\b/i.test(text) ? `<div data-math="cells">${text}</div>` : text),
  },
});

export function renderMarkdown(markdown: string): DocumentFragment {
  let html: string;
  try {
    html = marked.parse(markdown) as string;
  } catch {
    html = `<pre>${escape(markdown)}</pre>`;
  }
  return finish(html);
}

export const renderHtml = (html: string): DocumentFragment => finish(`<div data-math="cells">${html}</div>`);

function finish(html: string): DocumentFragment {
  const fragment = sanitize(html);
  for (const element of fragment.querySelectorAll<HTMLElement>('[data-math]')) {
    const kind = element.dataset.math;
    delete element.dataset.math;
    if (kind === 'cells') renderMathIn(element);
    else renderMath(element.textContent, kind === 'block', element);
  }
  for (const table of fragment.querySelectorAll('table')) inScroller(table);
  return fragment;
}

// A wide table scrolls by itself; the keyboard reaches it.
function inScroller(table: Element): void {
  const scroller = document.createElement('div');
  scroller.className = 'table-scroller';
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'group');
  table.replaceWith(scroller);
  scroller.append(table);
}
