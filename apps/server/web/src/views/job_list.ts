// Documents of this browser, newest first.
import { h, replaceChildren } from '../base/dom';
import { t } from '../i18n';
import type { Job } from '../api/types';
import { forget, jobs, selectedId, type JobModel } from '../state/jobs';
import { select } from '../state/selection';
import { effect, inScope, onEnd } from '../state/signal';

export function jobName(job: Job | null): string {
  const names = (job?.files ?? []).map((file) => file.name || t('unknownName'));
  if (names.length === 0) return t('unknownName');
  return names.length === 1 ? (names[0] ?? '') : t('more', { name: names[0] ?? '', n: names.length - 1 });
}

export function jobList(): HTMLElement {
  const list = h('ul', { class: 'jobs' });
  const none = h('p', { class: 'hint' }, t('noJobs'));
  let end = (): void => {};
  effect(() => {
    const all = jobs.get();
    end();
    const rows = inScope(() => all.map(row));
    end = rows.end;
    replaceChildren(list, rows.value);
    none.hidden = all.length > 0;
  });
  onEnd(() => end());
  return h('nav', { class: 'job-list', attrs: { 'aria-label': t('jobs') } }, h('h2', {}, t('jobs')), none, list);
}

function row(model: JobModel): HTMLElement {
  const name = h('span', { class: 'name' });
  const state = h('span', { class: 'state' });
  const bar = h('span', { class: 'bar', attrs: { 'aria-hidden': true } }, h('span', {}));
  const open = h(
    'button',
    { class: 'open', attrs: { type: 'button' }, on: { click: () => select(model.id) } },
    name,
    state,
    bar,
  );
  const remove = h(
    'button',
    { class: 'icon', attrs: { type: 'button' }, on: { click: () => forget(model.id) } },
    '✕',
  );
  const item = h('li', {}, open, remove);
  effect(() => {
    const job = model.facts.get();
    name.textContent = jobName(job);
    state.textContent = job ? t(job.status) : '…';
    item.dataset.status = job?.status ?? 'queued';
    const { completed, failed, total } = job?.progress ?? { completed: 0, failed: 0, total: 0 };
    const share = total > 0 ? ((completed + failed) / total) * 100 : 0;
    (bar.firstElementChild as HTMLElement).style.setProperty('width', `${share}%`);
    bar.hidden = job?.status !== 'running';
    remove.setAttribute('aria-label', t('forget', { name: jobName(job) }));
  });
  effect(() => {
    if (selectedId.get() === model.id) open.setAttribute('aria-current', 'true');
    else open.removeAttribute('aria-current');
  });
  return item;
}
