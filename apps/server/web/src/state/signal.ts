// Values that are watched. An effect runs again, in the next microtask, after a value that it read
// has changed; effects made inside a scope end with it.

type Job = { run: () => void; sources: Set<Set<Job>>; dead: boolean };

let current: Job | null = null;
let scope: Array<() => void> | null = null;
const waiting = new Set<Job>();

export interface Signal<T> {
  get(): T;
  peek(): T;
  set(value: T): void;
  touch(): void; // the value was changed in place
}

export function signal<T>(value: T): Signal<T> {
  const readers = new Set<Job>();
  const notify = (): void => {
    for (const job of readers) queue(job);
  };
  return {
    get() {
      if (current) {
        readers.add(current);
        current.sources.add(readers);
      }
      return value;
    },
    peek: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
    touch: notify,
  };
}

export function effect(run: () => void): () => void {
  const job: Job = { run, sources: new Set(), dead: false };
  const end = (): void => {
    job.dead = true;
    forget(job);
    waiting.delete(job);
  };
  scope?.push(end);
  perform(job);
  return end;
}

// Runs `build`; what is returned ends every effect made in it and calls what onEnd() was given.
export function inScope<T>(build: () => T): { value: T; end: () => void } {
  const outer = scope;
  const mine: Array<() => void> = [];
  scope = mine;
  try {
    const value = untracked(build);
    return { value, end: () => mine.splice(0).forEach((end) => end()) };
  } finally {
    scope = outer;
  }
}

export function onEnd(end: () => void): void {
  scope?.push(end);
}

export function untracked<T>(run: () => T): T {
  const outer = current;
  current = null;
  try {
    return run();
  } finally {
    current = outer;
  }
}

function queue(job: Job): void {
  if (waiting.size === 0) queueMicrotask(flush);
  waiting.add(job);
}

function flush(): void {
  const jobs = [...waiting];
  waiting.clear();
  for (const job of jobs) {
    if (job.dead) continue;
    try {
      perform(job);
    } catch (error) {
      reportError(error); // the others still run
    }
  }
}

function perform(job: Job): void {
  forget(job);
  const outer = current;
  current = job;
  try {
    job.run();
  } finally {
    current = outer;
  }
}

function forget(job: Job): void {
  for (const readers of job.sources) readers.delete(job);
  job.sources.clear();
}
