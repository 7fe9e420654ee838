// Small pictures of the pages, with the state of each.
import { h, rovingFocus } from '../base/dom';
import { t } from '../i18n';
import type { PageFacts } from '../api/types';
import type { JobModel } from '../state/jobs';
import { drawSmall, pagePicture } from '../state/pictures';
import { place, selectPage } from '../state/selection';
import { effect, onEnd } from '../state/signal';

const THUMB_WIDTH = 176; // twice what is shown

interface Thumb {
  button: HTMLButtonElement;
  update(facts: PageFacts): void;
  draw(): void;
}

export function pageStrip(model: JobModel): HTMLElement {
  const strip = h('nav', { class: 'strip', attrs: { 'aria-label': t('pageList') } });
  const thumbs = new Map<string, Thumb>();
  const byElement = new WeakMap<Element, Thumb>();
  const sight = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) byElement.get(entry.target)?.draw();
    },
    { root: strip, rootMargin: '200px' },
  );
  onEnd(() => sight.disconnect());
  const buttons = (): HTMLElement[] => [...strip.querySelectorAll<HTMLElement>('button')];
  strip.addEventListener(
    'keydown',
    rovingFocus(buttons, { next: ['ArrowDown', 'ArrowRight'], previous: ['ArrowUp', 'ArrowLeft'] }),
  );
  const lists: HTMLElement[] = [];
  effect(() => {
    const job = model.facts.get();
    job?.files.forEach((file, at) => {
      let list = lists[at];
      if (!list) {
        list = h('ol', { attrs: { 'aria-label': file.name } });
        if (job.files.length > 1) strip.append(h('h3', { attrs: { title: file.name } }, file.name));
        strip.append(list);
        lists.push(list);
      }
      for (const [page, facts] of file.pages) {
        const name = `${at}/${page}`;
        let thumb = thumbs.get(name);
        if (!thumb) {
          thumb = makeThumb(model, at, page);
          thumbs.set(name, thumb);
          byElement.set(thumb.button, thumb);
          insert(list, thumb.button, page);
          sight.observe(thumb.button);
        }
        thumb.update(facts);
      }
    });
    mark();
  });
  effect(mark);

  function mark(): void {
    const { file, page } = place.get();
    let stop: HTMLElement | null = null;
    for (const [name, { button }] of thumbs) {
      const current = name === `${file}/${page}`;
      if (current) stop = button;
      if (current === button.hasAttribute('aria-current')) continue;
      if (current) {
        button.setAttribute('aria-current', 'page');
        button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else button.removeAttribute('aria-current');
    }
    const all = buttons();
    if (!strip.contains(document.activeElement))
      for (const button of all) button.tabIndex = button === (stop ?? all[0]) ? 0 : -1;
  }
  return strip;
}

// Pages may be heard of in any order.
function insert(list: HTMLElement, button: HTMLButtonElement, page: number): void {
  const item = h('li', { data: { page: String(page) } }, button);
  const after = [...list.children].find((other) => Number((other as HTMLElement).dataset.page) > page);
  list.insertBefore(item, after ?? null);
}

function makeThumb(model: JobModel, file: number, page: number): Thumb {
  const canvas = h('canvas', { attrs: { 'aria-hidden': true, width: 88, height: 124 } });
  const button = h(
    'button',
    {
      class: 'thumb',
      attrs: { type: 'button', tabindex: -1 },
      on: { click: () => selectPage(file, page), focus: () => {} },
    },
    canvas,
    h('span', { class: 'number', attrs: { 'aria-hidden': true } }, page + 1),
  );
  let drawn = false;
  let visible = false;
  let ready = false;
  const draw = (): void => {
    visible = true;
    if (drawn || !ready) return;
    drawn = true;
    pagePicture(model.id, file, page, false)
      .then((picture) => drawSmall(canvas, picture, THUMB_WIDTH))
      .then(() => button.classList.add('drawn'))
      .catch(() => {}); // stays a blank sheet
  };
  const update = (facts: PageFacts): void => {
    button.dataset.status = facts.status;
    const state = facts.status === 'failed' ? t('pageFailed') : t(facts.status);
    const seconds = facts.seconds === null ? '' : facts.seconds.toFixed(1);
    button.setAttribute(
      'aria-label',
      facts.status === 'done' && seconds ? t('pageTime', { page: page + 1, state, seconds }) : t('pageState', { page: page + 1, state }),
    );
    button.title = facts.error?.message ?? '';
    ready = facts.status === 'done' || facts.status === 'failed';
    if (visible) draw();
  };
  return { button, update, draw };
}
