// Jobs that go on by a clock, as the server's do.
import { randomBytes } from 'node:crypto';
import { markdownOf, pageOf, scenario } from './answers.mjs';

const FINAL = ['completed', 'partial', 'failed', 'canceled'];

export class Jobs {
  constructor({ pageMs, hostile = null }) {
    this.pageMs = pageMs;
    this.hostile = hostile; // {pages: [{content}], ...}: every document is this one
    this.all = new Map();
  }

  add(files, facts) {
    const job = {
      ...facts,
      id: randomBytes(16).toString('hex'),
      status: 'queued',
      created: Date.now(),
      finished: null,
      events: [],
      listeners: new Set(),
      files: files.map(({ name, password }) => this.#file(name, password, facts.pages ?? '')),
    };
    this.all.set(job.id, job);
    job.timer = setTimeout(() => this.#begin(job), this.pageMs);
    return job;
  }

  #file(name, password, range) {
    const plan = this.hostile
      ? { pages: this.hostile.pages.map((_, page) => page), failing: this.hostile.failing, diagnostics: this.hostile.diagnostics, error: null }
      : scenario(name, password);
    const [from, to] = range.split('-').map(Number); // one range is enough here
    const asked = plan.pages.filter((page) => range === '' || (page + 1 >= from && page + 1 <= to));
    const pages = asked.map((page) => ({ page, status: 'waiting', seconds: null, sources: {}, error: null }));
    return { name, plan, pages, status: 'queued', error: null };
  }

  content(job, file, page) {
    if (stateOf(job, file, page)?.status !== 'done') return null;
    return this.hostile ? { ...this.hostile.pages[page], page } : { ...pageOf(page).content, file };
  }

  #begin(job) {
    job.status = 'running';
    this.#tell(job, 'job', { job_id: job.id, status: job.status });
    const work = job.files.flatMap((file, at) => file.pages.map(({ page }) => [at, page]));
    const step = () => {
      if (FINAL.includes(job.status)) return;
      const next = work.shift();
      if (!next) return this.#end(job);
      const [file, page] = next;
      this.#page(job, file, page, { status: 'started' });
      job.timer = setTimeout(() => {
        if (FINAL.includes(job.status)) return;
        const error = job.files[file].plan.failing?.[page];
        const done = error ? { status: 'failed', error } : { status: 'done', seconds: this.pageMs / 1000, sources: { text_layer: 28 } };
        this.#page(job, file, page, done);
        this.#tell(job, 'progress', { ...progress(job), eta_seconds: (work.length * this.pageMs) / 1000 });
        step();
      }, this.pageMs);
    };
    step();
  }

  #page(job, file, page, facts) {
    const state = Object.assign(stateOf(job, file, page), facts);
    this.#tell(job, 'page', { file, ...state });
  }

  #end(job) {
    for (const file of job.files) {
      file.error = file.plan.error;
      const failed = file.pages.filter((page) => page.status === 'failed').length;
      file.status = file.error ? 'failed' : failed ? 'partial' : 'completed';
    }
    const states = new Set(job.files.map((file) => file.status));
    this.#finish(job, states.size === 1 ? [...states][0] : 'partial');
  }

  cancel(job) {
    if (FINAL.includes(job.status)) return;
    clearTimeout(job.timer);
    for (const file of job.files) file.status = 'canceled';
    this.#finish(job, 'canceled');
  }

  #finish(job, status) {
    job.status = status;
    job.finished = Date.now();
    this.#tell(job, 'job', { job_id: job.id, status });
  }

  #tell(job, event, data) {
    job.events.push({ id: job.events.length + 1, event, data });
    for (const listener of job.listeners) listener();
  }

  result(job) {
    return {
      ...describe(job),
      files: job.files.map((file) => ({
        name: file.name,
        status: file.status,
        error: file.error,
        content: {
          markdown: this.hostile ? '' : markdownOf(file.plan.pages),
          structured_content: { pages: file.pages.map(({ page }) => this.content(job, 0, page)) },
          report: { diagnostics: file.plan.diagnostics ?? [] },
        },
      })),
    };
  }

  close() {
    for (const job of this.all.values()) clearTimeout(job.timer);
  }
}

const stateOf = (job, file, page) => job.files[file]?.pages.find((state) => state.page === page);

export const isFinal = (job) => FINAL.includes(job.status);

function progress(job) {
  const pages = job.files.flatMap((file) => file.pages);
  const count = (status) => pages.filter((page) => page.status === status).length;
  return { completed: count('done'), failed: count('failed'), total: pages.length };
}

export function describe(job) {
  const time = (at) => (at === null ? null : new Date(at).toISOString());
  return {
    job_id: job.id,
    task_id: job.id,
    status: job.status,
    created_at: time(job.created),
    finished_at: time(job.finished),
    tier: job.tier ?? 'basic',
    progress: progress(job),
    eta_seconds: null,
    files: job.files.map(({ name, status, pages, error }, at) => ({ file_id: `file-${at}`, name, status, pages, error })),
    status_url: `/v1/tasks/${job.id}`,
    result_url: `/v1/tasks/${job.id}/result`,
    links: { self: `/v1/parse/jobs/${job.id}`, cancel: `/v1/parse/jobs/${job.id}` },
  };
}
