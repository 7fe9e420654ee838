// What the server says, as this page uses it. Everything in it is data of strangers: names, kinds,
// messages and Markdown come from documents.

export type JobStatus = 'queued' | 'running' | 'completed' | 'partial' | 'failed' | 'canceled';
export type PageStatus = 'waiting' | 'started' | 'done' | 'failed';

export interface Problem {
  code: string;
  message: string;
}

export interface PageFacts {
  status: PageStatus;
  seconds: number | null;
  sources: Record<string, number>;
  error: Problem | null;
}

export interface FileFacts {
  name: string;
  status: JobStatus;
  pages: Map<number, PageFacts>; // by index from 0, ascending
  error: Problem | null;
}

export interface Progress {
  completed: number;
  failed: number;
  total: number;
}

export interface Job {
  id: string;
  status: JobStatus;
  tier: string;
  created: number | null; // milliseconds since 1970
  finished: number | null;
  progress: Progress;
  etaSeconds: number | null;
  queuedAhead: number;
  files: FileFacts[];
}

export interface Block {
  kind: string;
  box: [number, number, number, number]; // points, y down
  source: string;
  confidence: number | null;
  markdown: string;
  html: string | null;
}

export interface Warning {
  severity: string;
  text: string;
  page: number | null; // from 0
}

export interface PageContent {
  width: number;
  height: number;
  degraded: boolean;
  blocks: Block[];
  warnings: Warning[];
}

export const isFinal = (status: JobStatus): boolean => status !== 'queued' && status !== 'running';
