// Files and pages that failed, with the reason, and warnings; a password where one is missing.
import { h, replaceChildren } from '../base/dom';
import { problemText, t } from '../i18n';
import type { Job, Problem, Warning } from '../api/types';
import { isFinal } from '../api/types';
import { send } from '../state/drafts';
import type { JobModel } from '../state/jobs';
import { selectPage } from '../state/selection';
import { effect, signal } from '../state/signal';

const SHOWN = 50;

interface Note {
  file: number;
  page: number | null;
  text: string;
}

export function notes(model: JobModel): HTMLElement {
  const warnings = signal<Warning[][]>([]);
  const holder = h('div', { class: 'notes' });
  const problems = h('ul', {});
  const problemBox = h('details', { class: 'problems', attrs: { open: true } }, h('summary', {}, t('problems')), problems);
  const known = h('ul', {});
  const warningBox = h('details', { class: 'warnings' }, h('summary', {}, t('warnings')), known);
  const passwords = h('div', {});
  holder.append(passwords, problemBox, warningBox);

  effect(() => {
    const job = model.facts.get();
    if (job?.status !== 'completed' && job?.status !== 'partial') return;
    model.result().then(
      (files) => warnings.set(files.map((file) => file.warnings)),
      () => {}, // the download tells of it
    );
  });
  let shown = '';
  effect(() => {
    const job = model.facts.get();
    const found = job ? problemsOf(job) : [];
    const now = JSON.stringify(found);
    if (now === shown) return; // a list that is rebuilt loses the keyboard's place
    shown = now;
    problemBox.hidden = found.length === 0;
    replaceChildren(problems, found.slice(0, SHOWN).map((note) => h('li', {}, noteLink(note, job))));
    replaceChildren(passwords, job ? passwordForms(model, job) : null);
  });
  effect(() => {
    const job = model.facts.get();
    const found = warnings.get().flatMap((list, file) =>
      list.filter((warning) => warning.text).map((warning) => ({ file, page: warning.page, text: warning.text })),
    );
    warningBox.hidden = found.length === 0;
    replaceChildren(known, found.slice(0, SHOWN).map((note) => h('li', {}, noteLink(note, job))));
  });
  return holder;
}

function problemsOf(job: Job): Note[] {
  const found: Note[] = [];
  const add = (file: number, page: number | null, problem: Problem): void => {
    found.push({ file, page, text: problemText(problem) });
  };
  job.files.forEach((file, at) => {
    if (file.error) add(at, null, file.error);
    file.pages.forEach((page, index) => {
      if (page.status === 'failed') add(at, index, page.error ?? { code: 'page_failed', message: '' });
    });
  });
  return found;
}

function noteLink(note: Note, job: Job | null): HTMLElement {
  const name = job?.files[note.file]?.name ?? '';
  const text = note.page === null ? note.text : t('onPage', { page: note.page + 1, text: note.text });
  const whole = note.page === null || (job?.files.length ?? 0) > 1 ? t('onFile', { name, text }) : text;
  const { file, page } = note;
  if (page === null) return h('span', {}, whole);
  return h('button', { class: 'link', attrs: { type: 'button' }, on: { click: () => selectPage(file, page) } }, whole);
}

// Works as long as this page still has the file that was sent.
function passwordForms(model: JobModel, job: Job): HTMLElement[] {
  const sent = model.sent;
  if (!sent || !isFinal(job.status)) return [];
  return job.files.flatMap((file, at) => {
    const upload = sent.uploads[at];
    if (file.error?.code !== 'file_encrypted' || !upload) return [];
    const input = h('input', {
      attrs: { type: 'password', autocomplete: 'off', required: true, 'aria-label': t('password', { name: file.name }) },
    });
    const form = h(
      'form',
      {
        class: 'password',
        attrs: { 'aria-label': t('needsPassword') },
        on: {
          submit: (event) => {
            event.preventDefault();
            void send([{ file: upload.file, password: input.value }], sent.options);
          },
        },
      },
      h('span', {}, t('needsPassword')),
      input,
      h('button', { class: 'button primary', attrs: { type: 'submit' } }, t('readAgain')),
    );
    return [form];
  });
}
