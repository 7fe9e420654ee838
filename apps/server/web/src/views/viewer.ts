// The page that is looked at: a bar to turn pages, the picture beside the text, the legend, and the
// box to ask.
import { h } from '../base/dom';
import { errorText, problemText, t } from '../i18n';
import { isFinal, type Job, type PageContent, type PageFacts } from '../api/types';
import type { JobModel } from '../state/jobs';
import { pagePicture } from '../state/pictures';
import { place, selectPage, type Place } from '../state/selection';
import { apiKey } from '../state/settings';
import { effect, onEnd, signal, type Signal } from '../state/signal';
import { askBox } from './ask';
import { legend } from './legend';
import { link, type Link } from './link';
import { picturePane, showPicture } from './picture_pane';
import { switcher } from './switcher';
import { textPane } from './text_pane';

export function viewer(model: JobModel): HTMLElement {
  const tab = signal<'picture' | 'text'>('picture');
  const body = h('div', { class: 'page-body' });
  const root = h('section', { class: 'viewer', attrs: { 'aria-label': t('text') } }, pageBar(model, tab), body);
  effect(() => (root.dataset.tab = tab.get()));
  effect(() => goWherePagesAre(model.facts.get(), place.get()));
  switcher(
    body,
    () => {
      const { file, page } = place.get();
      const facts = model.facts.get()?.files[file]?.pages.get(page);
      const error = model.facts.get()?.files[file]?.error?.code ?? '';
      return `${file}/${page}/${facts?.status ?? error}/${apiKey.get() ? 1 : 0}`;
    },
    () => pageBody(model, place.peek(), tab),
  );
  effect(() => root.setAttribute('aria-label', t('page', { page: place.get().page + 1 })));
  return root;
}

// The first page may not have been asked for, and the first file may not have opened.
function goWherePagesAre(job: Job | null, { file, page }: Place): void {
  const here = job?.files[file];
  if (!job || here?.pages.has(page)) return;
  const waiting = here && here.pages.size === 0 && !isFinal(here.status);
  const to = here && here.pages.size > 0 ? file : job.files.findIndex((other) => other.pages.size > 0);
  const first = job.files[to]?.pages.keys().next().value;
  if (!waiting && first !== undefined) selectPage(to, first);
}

function pageBar(model: JobModel, tab: Signal<'picture' | 'text'>): HTMLElement {
  const pages = (): number[] => [...(model.facts.get()?.files[place.get().file]?.pages.keys() ?? [])];
  const turn = (by: number): void => {
    const all = pages();
    const next = all[all.indexOf(place.peek().page) + by];
    if (next !== undefined) selectPage(place.peek().file, next);
  };
  const button = (label: string, sign: string, by: number): HTMLButtonElement =>
    h('button', { class: 'icon', attrs: { type: 'button', 'aria-label': label, title: label }, on: { click: () => turn(by) } }, sign);
  const previous = button(t('previousPage'), '‹', -1);
  const next = button(t('nextPage'), '›', 1);
  const where = h('span', { class: 'where' });
  effect(() => {
    const all = pages();
    const at = all.indexOf(place.get().page);
    where.textContent = t('pageOf', { page: place.get().page + 1, total: Math.max(all.length, 1) });
    previous.disabled = at <= 0;
    next.disabled = at < 0 || at >= all.length - 1;
  });
  const tabs = (['picture', 'text'] as const).map((name) => {
    const chosen = h('button', { attrs: { type: 'button' }, on: { click: () => tab.set(name) } }, t(name));
    effect(() => chosen.setAttribute('aria-pressed', String(tab.get() === name)));
    return chosen;
  });
  return h('div', { class: 'page-bar' }, previous, where, next, h('div', { class: 'tabs' }, tabs));
}

function pageBody(model: JobModel, { file, page }: Place, tab: Signal<'picture' | 'text'>): HTMLElement {
  const facts = model.facts.peek()?.files[file]?.pages.get(page);
  if (facts?.status !== 'done') return notRead(model, { file, page }, facts);
  const body = h('div', { class: 'page-loaded', attrs: { 'aria-busy': true } });
  let over = false;
  onEnd(() => (over = true));
  const picture = pagePicture(model.id, file, page, true);
  picture.catch(() => {}); // each user shows it
  const loaded = signal<PageContent | Error | null>(null);
  model.content(file, page).then(
    (content) => loaded.set(content),
    (error: unknown) => loaded.set(error instanceof Error ? error : new Error()),
  );
  return switcher(
    body,
    () => loaded.get(),
    (content) => {
      if (content === null || over) return null;
      body.removeAttribute('aria-busy');
      if (content instanceof Error) return h('p', { class: 'error' }, errorText(content));
      return panes(model, { file, page }, content, picture, tab);
    },
  );
}

function notRead(model: JobModel, { file, page }: Place, facts: PageFacts | undefined): HTMLElement {
  const error = model.facts.peek()?.files[file]?.error;
  if (!facts && error) return h('div', { class: 'not-read' }, h('p', { class: 'error' }, problemText(error)));
  if (facts?.status !== 'failed')
    return h('p', { class: 'not-read' }, facts?.status === 'started' ? t('pageStarted') : t('pageWaiting'));
  const image = h('img', { attrs: { alt: t('pictureOf', { page: page + 1 }) } });
  showPicture(image, pagePicture(model.id, file, page, true), () => image.remove());
  const why = problemText(facts.error ?? { code: 'page_failed', message: '' });
  return h('div', { class: 'not-read' }, h('p', { class: 'error' }, t('onPage', { page: page + 1, text: why })), image);
}

function panes(
  model: JobModel,
  at: Place,
  content: PageContent,
  picture: Promise<Blob>,
  tab: Signal<'picture' | 'text'>,
): HTMLElement {
  const linked: Link = link(content.blocks.length, () => tab.set('text'));
  return h(
    'div',
    { class: 'page' },
    warningsOf(content),
    legend(content.blocks, linked),
    h(
      'div',
      { class: 'panes' },
      picturePane(at.page, content, picture, linked),
      textPane(at.page, content, picture, linked),
    ),
    askBox(model, at, content.blocks, linked),
  );
}

function warningsOf(content: PageContent): HTMLElement | null {
  const texts = content.warnings.map((warning) => warning.text).filter((text) => text !== '');
  if (content.degraded && texts.length === 0) texts.push(t('degraded'));
  return texts.length > 0 ? h('ul', { class: 'page-warnings' }, texts.map((text) => h('li', {}, text))) : null;
}
