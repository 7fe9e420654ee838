// Keeps a job's state fresh: server-sent events for the job that is looked at, polling for others
// (a browser opens six connections to a server, no more) and where events do not come through.
import { ApiError, isAbort } from '../api/client';
import { getJob, openEvents } from '../api/jobs';
import { number, object, readPage, readProgress } from '../api/read';
import { readEvents, type ServerEvent } from '../api/sse';
import type { Job, PageFacts, Progress } from '../api/types';
import { isFinal } from '../api/types';

const POLL_MS = 2000;
const BACKOFF_MS = [300, 1000, 2000, 4000, 8000];
const STREAM_ATTEMPTS = 3; // in a row without an event: poll for a while
const POLLS_BEFORE_STREAM = 10;
const SILENCE_MS = 45_000; // the server sends a comment each 15 s

export interface Watcher {
  job(job: Job): void;
  page(file: number, page: number, facts: PageFacts): void;
  progress(progress: Progress, etaSeconds: number | null): boolean; // true: there are pages it has not heard of
  connected(how: 'live' | 'polling' | 'lost'): void;
  failed(error: ApiError): void; // 401, 404: no use to go on
}

// Runs until the job is final, `signal` aborts, or the server knows no such job.
export async function follow(id: string, live: () => boolean, watcher: Watcher, signal: AbortSignal): Promise<void> {
  let last = '';
  let misses = 0;
  let polls = 0;
  if ((await look()) === 'over') return;
  while (!signal.aborted) {
    const stream = live() && (misses < STREAM_ATTEMPTS || polls >= POLLS_BEFORE_STREAM);
    const outcome = stream ? await listen() : await poll();
    if (outcome === 'over' || signal.aborted) return;
  }

  async function poll(): Promise<'on' | 'over'> {
    polls++;
    const state = await look();
    if (state === 'over') return 'over';
    watcher.connected(state === 'lost' ? 'lost' : 'polling');
    await pause(state === 'lost' ? backoff(misses++) : POLL_MS, signal, live);
    return 'on';
  }

  // One connection: until it ends, is cut or falls silent.
  async function listen(): Promise<'on' | 'over'> {
    polls = 0;
    const connection = new AbortController();
    const stop = (): void => connection.abort();
    signal.addEventListener('abort', stop);
    let silence = setTimeout(stop, SILENCE_MS);
    let heard = false;
    try {
      const response = await openEvents(id, last, connection.signal);
      if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) throw new ApiError(0, 'no_events', '');
      watcher.connected('live');
      await readEvents(
        response,
        (event) => {
          heard = true;
          if (event.id !== null) last = event.id;
          if (tell(event, watcher)) void look();
        },
        () => {
          clearTimeout(silence);
          silence = setTimeout(stop, SILENCE_MS);
        },
      );
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 404)) {
        watcher.failed(error);
        return 'over';
      }
      if (!(error instanceof ApiError) && !isAbort(error) && !(error instanceof TypeError)) throw error;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    }
    if (signal.aborted) return 'over';
    misses = heard ? 0 : misses + 1;
    const state = await look();
    if (state === 'over') return 'over';
    if (state === 'lost') watcher.connected('lost');
    await pause(backoff(misses), signal);
    return 'on';
  }

  async function look(): Promise<'on' | 'over' | 'lost'> {
    try {
      const job = await getJob(id, signal);
      if (signal.aborted) return 'over';
      watcher.job(job);
      return isFinal(job.status) ? 'over' : 'on';
    } catch (error) {
      if (isAbort(error)) return 'over';
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401 && error.status !== 404) return 'lost';
      watcher.failed(error);
      return 'over';
    }
  }
}

// True: the job itself should be asked for.
function tell(event: ServerEvent, watcher: Watcher): boolean {
  let fields: Record<string, unknown>;
  try {
    fields = object(JSON.parse(event.data));
  } catch {
    return false;
  }
  if (event.event === 'page') {
    const file = number(fields.file);
    const page = number(fields.page);
    if (file !== null && page !== null) watcher.page(file, page, readPage(fields));
  } else if (event.event === 'progress') {
    return watcher.progress(readProgress(fields), number(fields.eta_seconds));
  }
  return event.event === 'job';
}

const backoff = (misses: number): number => BACKOFF_MS[Math.min(misses, BACKOFF_MS.length - 1)] ?? POLL_MS;

// Ends early when the job has become the one that is looked at.
function pause(milliseconds: number, signal: AbortSignal, live: (() => boolean) | null = null): Promise<void> {
  return new Promise((resolve) => {
    const wasLive = live?.() ?? false;
    const begin = performance.now();
    const look = setInterval(() => {
      if (signal.aborted || performance.now() - begin >= milliseconds || (live && live() && !wasLive)) {
        clearInterval(look);
        resolve();
      }
    }, 100);
  });
}
