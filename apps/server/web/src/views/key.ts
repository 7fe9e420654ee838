// Asks for the key of a server that wants one.
import { h } from '../base/dom';
import { t } from '../i18n';
import { rewatch } from '../state/jobs';
import { lookAtServer } from '../state/server';
import { apiKey, keyNeeded, setApiKey } from '../state/settings';
import { effect } from '../state/signal';

export function keyDialog(): HTMLElement {
  const wrong = h('p', { class: 'error', attrs: { role: 'alert' } }, t('keyWrong'));
  const input = h('input', {
    attrs: { type: 'password', autocomplete: 'off', required: true, id: 'api-key', spellcheck: 'false' },
  });
  const dialog = h(
    'dialog',
    { class: 'key', attrs: { 'aria-labelledby': 'key-title' }, on: { cancel: () => keyNeeded.set(false) } },
    h(
      'form',
      {
        attrs: { 'aria-labelledby': 'key-title' },
        on: {
          submit: (event) => {
            event.preventDefault();
            setApiKey(input.value.trim());
            void lookAtServer();
            rewatch();
          },
        },
      },
      h('h2', { attrs: { id: 'key-title' } }, t('keyTitle')),
      h('label', { class: 'field' }, h('span', {}, t('key')), input),
      h('p', { class: 'hint' }, t('keyHint')),
      wrong,
      h('button', { class: 'button primary', attrs: { type: 'submit' } }, t('enter')),
    ),
  );
  effect(() => {
    const needed = keyNeeded.get();
    wrong.hidden = apiKey.peek() === '';
    queueMicrotask(() => {
      if (!dialog.isConnected || needed === dialog.open) return;
      if (needed) dialog.showModal();
      else dialog.close();
    });
  });
  return dialog;
}
