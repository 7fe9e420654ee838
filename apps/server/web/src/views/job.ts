// One job: its head, what went wrong, its pages, and the page that is looked at.
import { h, replaceChildren } from '../base/dom';
import { save, stem } from '../base/save';
import { duration, errorText, t } from '../i18n';
import { getZip } from '../api/jobs';
import type { Job } from '../api/types';
import { isFinal } from '../api/types';
import type { JobModel } from '../state/jobs';
import { place } from '../state/selection';
import { effect } from '../state/signal';
import { jobName } from './job_list';
import { announce } from './live';
import { notes } from './notes';
import { pageStrip } from './page_strip';
import { viewer } from './viewer';

export function jobView(model: JobModel): HTMLElement {
  announceChanges(model);
  return h(
    'article',
    { class: 'job', attrs: { 'aria-labelledby': 'job-name' } },
    jobHead(model),
    notes(model),
    h('div', { class: 'reader' }, pageStrip(model), viewer(model)),
  );
}

function jobHead(model: JobModel): HTMLElement {
  const name = h('h2', { attrs: { id: 'job-name' } });
  const state = h('span', { class: 'badge' });
  const bar = h('progress', { attrs: { max: 1 } });
  const how = h('span', { class: 'how' });
  const connection = h('p', { class: 'connection' });
  const error = h('p', { class: 'error', attrs: { role: 'alert' } });
  error.hidden = true;
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    error.hidden = true;
    try {
      await action();
    } catch (failure) {
      error.textContent = errorText(failure);
      error.hidden = false;
    }
  };
  const cancel = h(
    'button',
    { class: 'button', attrs: { type: 'button' }, on: { click: () => void attempt(() => model.cancel()) } },
    t('cancel'),
  );
  const downloads = downloadButtons(model, attempt);
  const progress = h('div', { class: 'progress' }, bar, how);
  effect(() => {
    const job = model.facts.get();
    name.textContent = jobName(job);
    const running = job !== null && !isFinal(job.status);
    state.textContent = job ? t(job.status) : '…';
    state.dataset.status = job?.status ?? 'queued';
    progress.hidden = !running;
    cancel.hidden = !running;
    downloads.hidden = job === null || !(job.status === 'completed' || job.status === 'partial');
    if (job && running) showProgress(job, bar, how);
  });
  effect(() => {
    const connected = model.connection.get();
    const text = connected === 'lost' ? t('lost') : '';
    connection.textContent = text;
    connection.hidden = text === '';
  });
  return h(
    'header',
    { class: 'job-head' },
    h('div', { class: 'job-title' }, name, state, progress, cancel, downloads),
    connection,
    error,
  );
}

function showProgress(job: Job, bar: HTMLProgressElement, how: HTMLElement): void {
  const { completed, failed, total } = job.progress;
  const done = completed + failed;
  const parts: string[] = [];
  if (total > 0) parts.push(t('progress', { done, total }));
  if (job.status === 'queued' && job.queuedAhead > 0) parts.push(t('queuedAhead', { n: job.queuedAhead }));
  if (job.etaSeconds !== null && done < total) parts.push(t('eta', { time: duration(job.etaSeconds) }));
  how.textContent = parts.join(' · ');
  bar.setAttribute('aria-label', t('progress', { done, total }));
  if (total > 0) bar.value = done / total;
  else bar.removeAttribute('value');
}

type Attempt = (action: () => Promise<void>) => Promise<void>;

function downloadButtons(model: JobModel, attempt: Attempt): HTMLElement {
  const fileName = (): string => model.facts.peek()?.files[place.peek().file]?.name ?? '';
  const one = async (): Promise<{ markdown: string; structured: unknown }> => {
    const found = (await model.result())[place.peek().file];
    return { markdown: found?.markdown ?? '', structured: found?.structured ?? null };
  };
  const button = (text: string, action: () => Promise<void>): HTMLButtonElement =>
    h('button', { class: 'button', attrs: { type: 'button' }, on: { click: () => void attempt(action) } }, text);
  const markdown = button(t('markdown'), async () => {
    save(`${stem(fileName())}.md`, new Blob([(await one()).markdown], { type: 'text/markdown' }));
  });
  const json = button(t('json'), async () => {
    const text = JSON.stringify((await one()).structured, null, 2);
    save(`${stem(fileName())}.json`, new Blob([text], { type: 'application/json' }));
  });
  const zip = button(t('zip'), async () => save(`${stem(fileName())}.zip`, await getZip(model.id)));
  zip.setAttribute('aria-label', t('downloadZip'));
  effect(() => {
    const name = model.facts.get()?.files[place.get().file]?.name ?? '';
    markdown.setAttribute('aria-label', t('downloadMarkdown', { name }));
    json.setAttribute('aria-label', t('downloadJson', { name }));
  });
  const group = h('div', { class: 'downloads', attrs: { role: 'group', 'aria-label': t('download') } });
  replaceChildren(group, h('span', { class: 'hint', attrs: { 'aria-hidden': true } }, t('download')), markdown, json, zip);
  return group;
}

const ENDINGS = { completed: 'finished', partial: 'finishedPartly', failed: 'jobFailed', canceled: 'cancelled' } as const;

// Tells of the end and of pages that fail while somebody watches; not of what was so before.
function announceChanges(model: JobModel): void {
  let status = model.facts.peek()?.status ?? null;
  let failed = new Set(failedPages(model.facts.peek()));
  effect(() => {
    const job = model.facts.get();
    if (!job) return;
    const now = failedPages(job);
    for (const page of now) {
      if (failed.has(page) || status === null) continue;
      const [file = 0, index = 0] = page.split('/').map(Number);
      announce(t('pageFailedLive', { page: index + 1, name: job.files[file]?.name ?? '' }));
    }
    failed = new Set(now);
    if (status !== null && job.status !== status && isFinal(job.status))
      announce(t(ENDINGS[job.status as keyof typeof ENDINGS], { name: jobName(job) }));
    status = job.status;
  });
}

function failedPages(job: Job | null): string[] {
  const found: string[] = [];
  job?.files.forEach((file, at) =>
    file.pages.forEach((page, index) => page.status === 'failed' && found.push(`${at}/${index}`)),
  );
  return found;
}
