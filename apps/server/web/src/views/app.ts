// The frame of the page: head, what to read and what was read at the side, the document.
import { h } from '../base/dom';
import { t } from '../i18n';
import { findJob, jobs, selectedId } from '../state/jobs';
import { effect, onEnd } from '../state/signal';
import { setLanguage, setTheme, language, theme, type Language, type Theme } from '../state/settings';
import { receiveFiles } from './receive';
import { intake } from './intake';
import { jobList } from './job_list';
import { jobView } from './job';
import { keyDialog } from './key';
import { liveRegion } from './live';
import { switcher } from './switcher';

export function app(): HTMLElement {
  const main = h('main', { attrs: { id: 'main', tabindex: -1 } });
  switcher(
    main,
    () => (jobs.get(), findJob(selectedId.get()) ?? null),
    (model) => (model ? jobView(model) : emptyView()),
  );
  const root = h(
    'div',
    { class: 'app' },
    skipLink(main),
    head(),
    h('div', { class: 'layout' }, h('aside', { class: 'side' }, intake(), jobList(), licenses()), main),
    keyDialog(),
    liveRegion(),
  );
  onEnd(receiveFiles(root));
  effect(() => root.classList.toggle('has-job', findJob(selectedId.get()) !== undefined));
  return root;
}

function skipLink(main: HTMLElement): HTMLElement {
  return h('button', { class: 'skip', attrs: { type: 'button' }, on: { click: () => main.focus() } }, t('skip'));
}

function head(): HTMLElement {
  const languages: Array<[Language, string]> = [
    ['en', 'English'],
    ['zh', '中文'],
  ];
  const themes: Array<[Theme, string]> = [
    ['auto', t('themeAuto')],
    ['light', t('themeLight')],
    ['dark', t('themeDark')],
  ];
  return h(
    'header',
    { class: 'head' },
    h('img', { class: 'mark', attrs: { src: 'icon.svg', alt: '', width: 28, height: 28 } }),
    h('h1', {}, t('title')),
    h('p', { class: 'tagline' }, t('tagline')),
    h(
      'div',
      { class: 'head-tools' },
      choice(t('theme'), themes, theme.peek(), setTheme),
      choice(t('language'), languages, language.peek(), setLanguage),
    ),
  );
}

function choice<T extends string>(label: string, values: Array<[T, string]>, now: T, set: (value: T) => void) {
  const select = h('select', {
    class: 'quiet',
    attrs: { 'aria-label': label, title: label },
    on: { change: () => set(select.value as T) },
  });
  for (const [value, name] of values) select.append(h('option', { attrs: { value } }, name));
  select.value = now;
  return select;
}

function licenses(): HTMLElement {
  const link = h('a', { attrs: { href: 'licenses.txt', target: '_blank', rel: 'noopener' } }, t('licenses'));
  return h('p', { class: 'hint foot' }, link);
}

function emptyView(): HTMLElement {
  const sheet = (boxes: string[]): HTMLElement =>
    h('div', { class: 'sketch', attrs: { 'aria-hidden': true } }, boxes.map((kind) => h('i', { data: { kind } })));
  return h(
    'section',
    { class: 'empty' },
    h(
      'div',
      { class: 'sketches' },
      sheet(['title', 'text', 'text', 'table', 'text']),
      sheet(['text', 'image', 'text', 'equation', 'text']),
      sheet(['title', 'list', 'text', 'code', 'ref_text']),
    ),
    h('h2', {}, t('emptyTitle')),
    h('p', {}, t('emptyText')),
  );
}
