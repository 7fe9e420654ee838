// The page's blocks as rendered Markdown, in reading order.
import { h, rovingFocus, scrollInPane } from '../base/dom';
import { t } from '../i18n';
import type { Block, PageContent } from '../api/types';
import { renderHtml, renderMarkdown } from '../render/markdown';
import { effect } from '../state/signal';
import { FURNITURE, kindOf, PICTURES } from './kinds';
import { bind, type Link } from './link';
import { announce } from './live';
import { blockLabel } from './picture_pane';

export function textPane(page: number, content: PageContent, picture: Promise<Blob>, linked: Link): HTMLElement {
  const blocks = content.blocks.map((block, at) => {
    const element = h('div', {
      class: FURNITURE.has(kindOf(block.kind)) ? 'block furniture' : 'block',
      data: { kind: kindOf(block.kind) },
      attrs: { role: 'group', tabindex: at === 0 ? 0 : -1, 'aria-label': blockLabel(block, at, linked.count) },
    });
    if (PICTURES.has(kindOf(block.kind))) element.append(cutOut(block, content, picture));
    element.append(block.kind === 'table' && block.html ? renderHtml(block.html) : renderMarkdown(block.markdown));
    for (const scroller of element.querySelectorAll('.table-scroller'))
      scroller.setAttribute('aria-label', blockLabel(block, at, linked.count));
    bind(element, at, 'text', linked);
    return element;
  });
  const body = h(
    'div',
    { class: 'page-text', attrs: { role: 'group', 'aria-label': t('textOf', { page: page + 1 }) } },
    blocks.length > 0 ? blocks : h('p', { class: 'hint' }, t('pageBlank')),
  );
  body.addEventListener('keydown', rovingFocus(() => blocks, { next: ['ArrowDown'], previous: ['ArrowUp'] }));
  const pane = h('div', { class: 'pane text-pane' }, copyButton(content), body);
  effect(() => {
    const active = linked.active.get();
    const cited = linked.cited.get();
    blocks.forEach((element, at) => {
      element.classList.toggle('lit', active?.block === at);
      element.classList.toggle('cited', cited.has(at));
    });
    const lit = active && active.from !== 'text' ? blocks[active.block] : undefined;
    if (!lit) return;
    if (linked.narrow()) lit.scrollIntoView({ block: 'center' });
    else scrollInPane(pane, lit);
  });
  return pane;
}

function copyButton(content: PageContent): HTMLElement {
  const button = h(
    'button',
    {
      class: 'button copy',
      attrs: { type: 'button' },
      on: {
        click: () => {
          const running = content.blocks.filter((block) => !FURNITURE.has(kindOf(block.kind)));
          const markdown = running.map((block) => block.markdown).filter((text) => text !== '');
          void navigator.clipboard?.writeText(`${markdown.join('\n\n')}\n`).then(() => announce(t('copied')));
        },
      },
    },
    t('copy'),
  );
  button.hidden = !navigator.clipboard; // there is none on a plain http address of another machine
  return button;
}

// A figure as it stands on the page: the server keeps the cut-out ones in the ZIP file only.
function cutOut(block: Block, content: PageContent, picture: Promise<Blob>): HTMLElement {
  const canvas = h('canvas', { class: 'figure', attrs: { role: 'img', 'aria-label': t('figure'), width: 1, height: 1 } });
  picture
    .then((blob) => createImageBitmap(blob))
    .then((whole) => {
      const scale = { x: whole.width / content.width, y: whole.height / content.height };
      const [x0, y0, x1, y1] = block.box;
      const width = Math.min(Math.max(Math.round((x1 - x0) * scale.x), 1), whole.width);
      const height = Math.min(Math.max(Math.round((y1 - y0) * scale.y), 1), whole.height);
      canvas.width = width;
      canvas.height = height;
      canvas.getContext('2d')?.drawImage(whole, x0 * scale.x, y0 * scale.y, width, height, 0, 0, width, height);
      whole.close();
    })
    .catch(() => (canvas.hidden = true));
  return canvas;
}
