// Asks the server's model about the page: its picture and the question go there, the answer comes
// word by word, and blocks that hold its words light up.
import { h, replaceChildren } from '../base/dom';
import { errorText, named, t } from '../i18n';
import { ApiError, isAbort } from '../api/client';
import { ask } from '../api/chat';
import type { Block } from '../api/types';
import { renderMarkdown } from '../render/markdown';
import type { JobModel } from '../state/jobs';
import { pagePicture } from '../state/pictures';
import type { Place } from '../state/selection';
import { model as chatModel } from '../state/server';
import { effect, onEnd } from '../state/signal';
import { citedBlocks } from './cited';
import { kindOf } from './kinds';
import type { Link } from './link';

const REDRAW_MS = 80;

export function askBox(model: JobModel, { file, page }: Place, blocks: Block[], linked: Link): HTMLElement {
  const input = h('textarea', {
    attrs: { rows: 1, placeholder: t('askPlaceholder'), 'aria-label': t('ask'), maxlength: 4000 },
    on: {
      keydown: (event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        form.requestSubmit();
      },
    },
  });
  const send = h('button', { class: 'button primary', attrs: { type: 'submit' } }, t('askSend'));
  const stop = h('button', { class: 'button', attrs: { type: 'button' }, on: { click: () => running?.abort() } }, t('stop'));
  stop.hidden = true;
  const answer = h('div', { class: 'answer', attrs: { role: 'region', 'aria-live': 'polite', 'aria-label': t('askAnswer') } });
  answer.hidden = true;
  const cites = h('p', { class: 'cites' });
  cites.hidden = true;
  const blind = h('p', { class: 'hint' }, t('askBlind'));
  blind.hidden = true;
  const note = h('p', { class: 'hint' });
  let running: AbortController | null = null;
  onEnd(() => running?.abort());

  const form = h(
    'form',
    {
      class: 'ask',
      attrs: { 'aria-label': t('ask') },
      on: {
        submit: (event) => {
          event.preventDefault();
          const question = input.value.trim();
          if (question && !running) void run(question);
        },
      },
    },
    h('div', { class: 'ask-line' }, input, send, stop),
    answer,
    cites,
    blind,
    note,
  );
  effect(() => {
    form.hidden = chatModel.get() === null;
    note.textContent = t('askNote', { model: chatModel.get() ?? '' });
  });

  async function run(question: string): Promise<void> {
    const control = new AbortController();
    running = control;
    busy(true);
    cite([]);
    answer.replaceChildren(h('p', { class: 'hint' }, t('askThinking')));
    const show = shower(answer);
    try {
      const picture = await pagePicture(model.id, file, page, true);
      await askSomehow(question, picture, show.more, control.signal);
      show.end();
      if (show.text() === '') answer.replaceChildren(h('p', { class: 'hint' }, t('askEmpty')));
      cite(citedBlocks(show.text(), question, blocks));
    } catch (error) {
      show.end();
      if (!isAbort(error)) answer.append(h('p', { class: 'error' }, errorText(error)));
    } finally {
      busy(false);
      running = null;
    }
  }

  // A model without eyes refuses the picture: it is given what was read.
  async function askSomehow(question: string, picture: Blob, more: (piece: string) => void, signal: AbortSignal) {
    const name = chatModel.peek() ?? '';
    blind.hidden = true;
    try {
      await ask(name, question, picture, more, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      await ask(name, question, blocks.map((block) => block.markdown).join('\n\n'), more, signal);
      blind.hidden = false;
    }
  }

  function cite(cited: number[]): void {
    linked.cited.set(new Set(cited));
    cites.hidden = cited.length === 0;
    replaceChildren(cites, t('askCites'), ' ', cited.map((at) => citation(blocks[at], at, linked)));
    if (cited[0] !== undefined) linked.active.set({ block: cited[0], from: 'ask' });
  }

  function busy(is: boolean): void {
    answer.hidden = false;
    answer.setAttribute('aria-busy', String(is)); // read out once, when it is whole
    send.hidden = is;
    stop.hidden = !is;
  }
  return form;
}

function citation(block: Block | undefined, at: number, linked: Link): HTMLElement {
  const kind = kindOf(block?.kind ?? '');
  return h(
    'button',
    {
      class: 'citation',
      data: { kind },
      attrs: { type: 'button' },
      on: { click: () => linked.active.set({ block: at, from: 'ask' }) },
    },
    `${named('kind', kind)} ${at + 1}`,
  );
}

// Draws what has come so far a few times a second.
function shower(into: HTMLElement) {
  let text = '';
  let timer = 0;
  const draw = (): void => {
    timer = 0;
    into.replaceChildren(renderMarkdown(text));
  };
  return {
    text: () => text,
    more: (piece: string): void => {
      text += piece;
      if (piece && !timer) timer = window.setTimeout(draw, REDRAW_MS);
    },
    end: (): void => {
      clearTimeout(timer);
      if (text) draw();
    },
  };
}
