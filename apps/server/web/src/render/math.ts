// LaTeX as KaTeX draws it. KaTeX builds elements and sets their styles through CSSOM, which the
// content security policy allows; renderToString would write style attributes, which it does not.
import katex from 'katex';
import 'katex/dist/katex.min.css';

const MAX_LATEX = 20_000;

export function renderMath(latex: string, display: boolean, into: HTMLElement): void {
  into.replaceChildren();
  into.classList.add(display ? 'math-block' : 'math');
  if (latex.length <= MAX_LATEX) {
    try {
      katex.render(latex, into, {
        displayMode: display,
        throwOnError: true,
        trust: false,
        strict: false,
        maxExpand: 500,
        maxSize: 30,
        output: 'htmlAndMathml',
      });
      return;
    } catch {
      // What KaTeX cannot draw is shown as it was read.
    }
  }
  into.replaceChildren(document.createTextNode(latex));
  into.classList.add('math-source');
}

// $...$, $$...$$ and \(...\) in text that no Markdown parser has seen: cells of HTML tables.
export function renderMathIn(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (/\$|\\\(/.test(node.data) && !node.parentElement?.closest('code, pre, .math, .math-block')) found.push(node);
  }
  for (const node of found) replaceMath(node);
}

const MATH = /\$\$([^$]{1,5000})\$\$|\$(?!\s)([^$\n]{0,4999}[^$\s\\])\$(?!\d)|\\\(((?:(?!\\\)).){1,5000})\\\)/g;

function replaceMath(node: Text): void {
  const pieces: Node[] = [];
  let end = 0;
  for (const match of node.data.matchAll(MATH)) {
    pieces.push(document.createTextNode(node.data.slice(end, match.index)));
    const span = document.createElement('span');
    renderMath((match[1] ?? match[2] ?? match[3] ?? '').trim(), false, span);
    pieces.push(span);
    end = match.index + match[0].length;
  }
  if (pieces.length > 0) node.replaceWith(...pieces, document.createTextNode(node.data.slice(end)));
}
