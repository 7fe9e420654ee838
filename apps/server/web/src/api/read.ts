// JSON into types.ts. A field that is missing or odd becomes its neutral value: a page that shows
// less is better than one that stops.
import type { Block, FileFacts, Job, JobStatus, PageContent, PageFacts, PageStatus, Problem, Warning } from './types';

type Json = Record<string, unknown>;

export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const JOB_STATUSES = ['queued', 'running', 'completed', 'partial', 'failed', 'canceled'];
const PAGE_STATUSES = ['waiting', 'started', 'done', 'failed'];

const jobStatus = (value: unknown): JobStatus =>
  JOB_STATUSES.includes(value as string) ? (value as JobStatus) : 'queued';
const pageStatus = (value: unknown): PageStatus =>
  PAGE_STATUSES.includes(value as string) ? (value as PageStatus) : 'waiting';

function time(value: unknown): number | null {
  if (typeof value === 'number') return value * 1000;
  const milliseconds = Date.parse(text(value));
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

export function readProblem(value: unknown): Problem | null {
  if (typeof value === 'string' && value) return { code: '', message: value };
  const fields = object(value);
  const code = text(fields.code) || text(fields.type);
  const message = text(fields.message);
  return code || message ? { code, message } : null;
}

function readSources(value: unknown): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, count] of Object.entries(object(value))) if (number(count)) counts[name] = count as number;
  return counts;
}

export function readPage(value: unknown): PageFacts {
  const fields = object(value);
  return {
    status: pageStatus(fields.status),
    seconds: number(fields.seconds),
    sources: readSources(fields.sources),
    error: readProblem(fields.error),
  };
}

function readFile(value: unknown): FileFacts {
  const fields = object(value);
  const pages = new Map<number, PageFacts>();
  for (const page of list(fields.pages)) {
    const at = number(object(page).page);
    if (at !== null) pages.set(at, readPage(page));
  }
  return { name: text(fields.name), status: jobStatus(fields.status), pages, error: readProblem(fields.error) };
}

export function readProgress(value: unknown): Job['progress'] {
  const fields = object(value);
  return {
    completed: number(fields.completed) ?? 0,
    failed: number(fields.failed) ?? 0,
    total: number(fields.total) ?? 0,
  };
}

export function readJob(value: unknown): Job {
  const fields = object(value);
  return {
    id: text(fields.job_id) || text(fields.task_id),
    status: jobStatus(fields.status),
    tier: text(fields.tier),
    created: time(fields.created_at),
    finished: time(fields.finished_at),
    progress: readProgress(fields.progress),
    etaSeconds: number(fields.eta_seconds),
    queuedAhead: number(fields.queued_ahead) ?? 0,
    files: list(fields.files).map(readFile),
  };
}

function readBlock(value: unknown): Block | null {
  const fields = object(value);
  const box = list(fields.box).map(number);
  if (box.length !== 4 || box.some((side) => side === null)) return null;
  return {
    kind: text(fields.kind),
    box: box as Block['box'],
    source: text(fields.source),
    confidence: number(fields.confidence),
    markdown: text(fields.markdown),
    html: text(fields.html) || null,
  };
}

export function readWarnings(value: unknown, page: number | null): Warning[] {
  return list(value).map((entry) => {
    const fields = object(entry);
    const own = number(fields.page);
    return { severity: text(fields.severity) || 'warning', text: text(fields.text), page: own ?? page };
  });
}

export function readContent(value: unknown): PageContent {
  const fields = object(value);
  return {
    width: number(fields.width) || 1,
    height: number(fields.height) || 1,
    degraded: fields.degraded === true,
    blocks: list(fields.blocks)
      .map(readBlock)
      .filter((block) => block !== null),
    warnings: readWarnings(fields.diagnostics, number(fields.page)),
  };
}
