// The jobs of this browser: their ids outlive a reload, what they are is asked of the server.
import { cancelJob, getJob, getPage, getResult, type FileResult, type Upload, type Options } from '../api/jobs';
import type { Job, PageContent, PageFacts } from '../api/types';
import { isFinal } from '../api/types';
import { follow } from './follow';
import { keep, local, recall } from './settings';
import { signal } from './signal';

const MAX_KEPT = 50;
const STORE = 'octavo.jobs';
export const ID = /^[A-Za-z0-9_-]{1,64}$/;

export class JobModel {
  readonly facts = signal<Job | null>(null);
  readonly connection = signal<'live' | 'polling' | 'lost' | 'over'>('polling');
  // What was sent, as long as the page is open: a password may be missing.
  sent: { uploads: Upload[]; options: Options } | null = null;
  private readonly contents = new Map<string, Promise<PageContent>>();
  private results: Promise<FileResult[]> | null = null;
  private stop = new AbortController();

  constructor(readonly id: string) {}

  watch(): void {
    this.stop.abort();
    this.stop = new AbortController();
    const facts = (): Job | null => this.facts.peek();
    void follow(
      this.id,
      () => selectedId.peek() === this.id,
      {
        job: (job) => this.take(job),
        page: (file, page, next) => this.takePage(file, page, next),
        progress: (progress, etaSeconds) => {
          const job = facts();
          if (!job) return true;
          this.facts.set({ ...job, status: job.status === 'queued' ? 'running' : job.status, progress, etaSeconds });
          return job.files.reduce((sum, file) => sum + file.pages.size, 0) < progress.total;
        },
        connected: (how) => this.connection.set(how),
        failed: (error) => error.status === 404 && forget(this.id),
      },
      this.stop.signal,
    );
  }

  take(job: Job): void {
    const old = this.facts.peek();
    old?.files.forEach((file, at) => job.files[at] && keepFinished(file.pages, job.files[at].pages));
    this.facts.set(job);
    if (isFinal(job.status)) this.connection.set('over');
  }

  private takePage(file: number, page: number, next: PageFacts): void {
    const job = this.facts.peek();
    const known = job?.files[file];
    if (!known) return;
    const inOrder = known.pages.has(page) || page > Math.max(-1, ...[...known.pages.keys()].slice(-1));
    known.pages.set(page, next);
    if (!inOrder) known.pages = new Map([...known.pages].sort(([a], [b]) => a - b));
    this.facts.touch();
  }

  // Fails with ApiError 404 while the page is not done.
  content(file: number, page: number): Promise<PageContent> {
    const name = `${file}/${page}`;
    let content = this.contents.get(name);
    if (!content) {
      content = getPage(this.id, file, page);
      this.contents.set(name, content);
      content.catch(() => this.contents.delete(name));
    }
    return content;
  }

  result(): Promise<FileResult[]> {
    if (!this.results) {
      this.results = getResult(this.id);
      this.results.catch(() => (this.results = null));
    }
    return this.results;
  }

  async cancel(): Promise<void> {
    await cancelJob(this.id);
    this.take(await getJob(this.id));
  }

  end(): void {
    this.stop.abort();
  }
}

// An answer may be older than an event that came before it.
function keepFinished(old: Map<number, PageFacts>, fresh: Map<number, PageFacts>): void {
  for (const [page, facts] of old) {
    const now = fresh.get(page)?.status;
    if ((facts.status === 'done' || facts.status === 'failed') && now !== 'done' && now !== 'failed') fresh.set(page, facts);
  }
}

export const jobs = signal<JobModel[]>([]); // newest first
export const selectedId = signal<string>('');

export const findJob = (id: string): JobModel | undefined => jobs.peek().find((job) => job.id === id);

function keepIds(): void {
  const ids = jobs.peek().map((job) => job.id);
  keep(local, STORE, JSON.stringify(ids.slice(0, MAX_KEPT)));
}

export function adopt(job: Job, sent: JobModel['sent']): JobModel {
  const model = new JobModel(job.id);
  model.sent = sent;
  model.take(job);
  jobs.set([model, ...jobs.peek().filter((other) => other.id !== job.id)]);
  keepIds();
  model.watch();
  return model;
}

// The server has forgotten it, or the reader wants to.
export function forget(id: string): void {
  findJob(id)?.end();
  jobs.set(jobs.peek().filter((job) => job.id !== id));
  if (selectedId.peek() === id) selectedId.set('');
  keepIds();
}

export function restore(): void {
  let ids: unknown = [];
  try {
    ids = JSON.parse(recall(local, STORE) ?? '[]');
  } catch {
    // Written by something else: begin anew.
  }
  const known = (Array.isArray(ids) ? ids : []).filter((id): id is string => typeof id === 'string' && ID.test(id));
  jobs.set(known.slice(0, MAX_KEPT).map((id) => new JobModel(id)));
  rewatch();
}

// After a reload, and when a key was entered.
export function rewatch(): void {
  for (const job of jobs.peek()) {
    const facts = job.facts.peek();
    if (!facts || !isFinal(facts.status)) job.watch();
  }
}
