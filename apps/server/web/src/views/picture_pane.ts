// The picture of the page with a box for each block.
import { h, rovingFocus, scrollInPane } from '../base/dom';
import { errorText, named, t } from '../i18n';
import type { Block, PageContent } from '../api/types';
import { effect, onEnd } from '../state/signal';
import { kindOf } from './kinds';
import { bind, type Link } from './link';

export function picturePane(page: number, content: PageContent, picture: Promise<Blob>, linked: Link): HTMLElement {
  const image = h('img', { attrs: { alt: t('pictureOf', { page: page + 1 }), draggable: 'false' } });
  const error = h('p', { class: 'error' });
  error.hidden = true;
  const boxes = boxesOf(content, linked);
  const layer = h('div', { class: 'boxes', attrs: { role: 'group', 'aria-label': t('boxes') } }, boxes);
  layer.addEventListener(
    'keydown',
    rovingFocus(() => boxes.filter((box) => !box.hidden), { next: ['ArrowDown', 'ArrowRight'], previous: ['ArrowUp', 'ArrowLeft'] }),
  );
  const sheet = h('div', { class: 'sheet', style: { 'aspect-ratio': `${content.width} / ${content.height}` } }, image, layer);
  const pane = h('div', { class: 'pane picture-pane' }, error, sheet);
  showPicture(image, picture, (failure) => {
    error.textContent = t('pictureMissing', { text: errorText(failure) });
    error.hidden = false;
  });
  effect(() => {
    const active = linked.active.get();
    const cited = linked.cited.get();
    const hidden = linked.hidden.get();
    boxes.forEach((box, block) => {
      box.classList.toggle('lit', active?.block === block);
      box.classList.toggle('cited', cited.has(block));
      box.hidden = hidden.has(box.dataset.kind ?? '');
    });
    const lit = active && active.from !== 'picture' ? boxes[active.block] : undefined;
    if (lit && !lit.hidden) scrollInPane(pane, lit);
  });
  return pane;
}

// In an <img>, until the view ends.
export function showPicture(image: HTMLImageElement, picture: Promise<Blob>, failed: (error: unknown) => void): void {
  let address = '';
  let over = false;
  picture.then((blob) => {
    if (over) return;
    address = URL.createObjectURL(blob);
    image.src = address;
  }, failed);
  onEnd(() => {
    over = true;
    if (address) URL.revokeObjectURL(address);
  });
}

function boxesOf(content: PageContent, linked: Link): HTMLButtonElement[] {
  const areas = content.blocks.map(({ box: [x0, y0, x1, y1] }) => (x1 - x0) * (y1 - y0));
  const bySize = areas.map((_, block) => block).sort((a, b) => (areas[b] ?? 0) - (areas[a] ?? 0) || a - b);
  return content.blocks.map((block, at) => {
    const box = h(
      'button',
      {
        class: 'box',
        data: { kind: kindOf(block.kind) },
        style: { ...place(block, content), 'z-index': String(bySize.indexOf(at) + 1) },
        attrs: { type: 'button', tabindex: at === 0 ? 0 : -1, 'aria-label': blockLabel(block, at, linked.count) },
        on: {
          click: () => {
            linked.showText();
            linked.active.set({ block: at, from: 'picture' });
          },
        },
      },
      h('span', { class: 'box-tag', attrs: { 'aria-hidden': true } }, tagText(block)),
    );
    if (block.box[1] < content.height * 0.06) box.classList.add('tag-below');
    if (block.box[0] > content.width * 0.6) box.classList.add('tag-left');
    bind(box, at, 'picture', linked);
    return box;
  });
}

function place({ box: [x0, y0, x1, y1] }: Block, { width, height }: PageContent): Record<string, string> {
  const share = (value: number, of: number): string => `${Math.min(Math.max((value / of) * 100, 0), 100)}%`;
  return {
    left: share(Math.min(x0, x1), width),
    top: share(Math.min(y0, y1), height),
    width: share(Math.abs(x1 - x0), width),
    height: share(Math.abs(y1 - y0), height),
  };
}

export function blockLabel(block: Block, at: number, total: number): string {
  return t('blockLabel', {
    kind: named('kind', kindOf(block.kind)),
    n: at + 1,
    total,
    source: t('source', { source: named('source', sourceOf(block.source)) }),
  });
}

// Names of counts ("text_layer") and of blocks ("text") mean the same.
const sourceOf = (name: string): string => (name === 'text_layer' ? 'text' : name);

function tagText(block: Block): string {
  const parts = [named('kind', kindOf(block.kind)), named('source', sourceOf(block.source))];
  if (block.confidence !== null && block.confidence < 1)
    parts.push(t('sure', { percent: Math.floor(block.confidence * 100) }));
  return parts.join(' · ');
}
