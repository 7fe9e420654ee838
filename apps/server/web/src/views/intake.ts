// What is to be read: files, a password for each, and how.
import { h, replaceChildren } from '../base/dom';
import { errorText, many, t } from '../i18n';
import type { Upload } from '../api/jobs';
import { drafts, options, removeDraft, send, sendError, sending } from '../state/drafts';
import { effect } from '../state/signal';
import { takeFiles } from './receive';

export function intake(): HTMLElement {
  const input = h('input', {
    class: 'visually-hidden',
    attrs: { type: 'file', multiple: true, accept: '.pdf,image/*', tabindex: -1, 'aria-hidden': true },
    on: {
      change: () => {
        takeFiles(input.files ?? []);
        input.value = '';
      },
    },
  });
  return h(
    'section',
    { class: 'intake', attrs: { 'aria-label': t('dropTitle') } },
    h(
      'div',
      { class: 'drop' },
      h('p', { class: 'drop-title' }, t('dropTitle')),
      h('p', { class: 'hint' }, t('dropHint')),
      h('button', { class: 'button', attrs: { type: 'button' }, on: { click: () => input.click() } }, t('choose')),
      input,
    ),
    draftForm(),
  );
}

function draftForm(): HTMLElement {
  const list = h('ul', { class: 'drafts', attrs: { 'aria-label': t('toRead') } });
  const error = h('p', { class: 'error', attrs: { role: 'alert' } });
  const start = h('button', { class: 'button primary', attrs: { type: 'submit' } });
  const stop = h('button', { class: 'button', attrs: { type: 'button' }, on: { click: () => sending.peek()?.stop() } }, t('stop'));
  const bar = h('progress', { attrs: { max: 100 } });
  const share = h('div', { class: 'sending' }, bar, stop);
  const form = h(
    'form',
    {
      attrs: { 'aria-label': t('toRead') },
      on: {
        submit: (event) => {
          event.preventDefault();
          void send(drafts.peek(), { ...options.peek() });
        },
      },
    },
    list,
    optionFields(),
    error,
    start,
    share,
  );
  effect(() => {
    const uploads = drafts.get();
    form.hidden = uploads.length === 0;
    replaceChildren(list, uploads.map(draftRow));
    start.textContent = many(uploads.length, 'start', 'startMany');
  });
  effect(() => {
    const now = sending.get();
    share.hidden = now === null;
    start.hidden = now !== null;
    if (!now) return;
    const percent = Math.round(now.share * 100);
    bar.value = percent;
    bar.setAttribute('aria-label', t('sending', { percent }));
  });
  effect(() => {
    const failure = sendError.get();
    error.textContent = failure ? errorText(failure) : '';
    error.hidden = !failure;
  });
  return form;
}

function draftRow(upload: Upload): HTMLElement {
  const { name } = upload.file;
  const password = h('input', {
    attrs: {
      type: 'password',
      autocomplete: 'off',
      placeholder: t('passwordShort'),
      'aria-label': t('password', { name }),
      value: upload.password,
    },
    on: { input: () => (upload.password = password.value) },
  });
  const isPdf = /\.pdf$/i.test(name) || upload.file.type === 'application/pdf';
  return h(
    'li',
    {},
    h('span', { class: 'name', attrs: { title: name } }, name),
    h(
      'button',
      {
        class: 'icon',
        attrs: { type: 'button', 'aria-label': t('removeFile', { name }) },
        on: { click: () => removeDraft(upload) },
      },
      '✕',
    ),
    isPdf && password,
  );
}

function optionFields(): HTMLElement {
  const how = options.peek();
  const pages = h('input', {
    attrs: { type: 'text', value: how.pages, placeholder: t('pagesHint'), inputmode: 'text', autocomplete: 'off' },
    on: { input: () => (options.peek().pages = pages.value) },
  });
  return h(
    'details',
    { class: 'options' },
    h('summary', {}, t('options')),
    field(
      t('tier'),
      selection(how.tier, (value) => (options.peek().tier = value), [
        ['', t('tierAuto')],
        ['basic', t('tierBasic')],
        ['standard', t('tierStandard')],
        ['advanced', t('tierAdvanced')],
      ]),
    ),
    field(
      t('ocr'),
      selection(how.ocr, (value) => (options.peek().ocr = value), [
        ['auto', t('ocrAuto')],
        ['ocr', t('ocrAlways')],
        ['txt', t('ocrNever')],
      ]),
    ),
    field(t('pages'), pages),
  );
}

const field = (label: string, input: HTMLElement): HTMLElement =>
  h('label', { class: 'field' }, h('span', {}, label), input);

function selection(now: string, set: (value: string) => void, values: Array<[string, string]>): HTMLElement {
  const select = h('select', { on: { change: () => set(select.value) } });
  for (const [value, name] of values) select.append(h('option', { attrs: { value } }, name));
  select.value = now;
  return select;
}
