// Jobs: submit, look, cancel, results.
import { ApiError, authorization, call, json, problemOf } from './client';
import { apiKey } from '../state/settings';
import { list, object, readContent, readJob, readWarnings, text } from './read';
import type { Job, PageContent, Warning } from './types';

export interface Upload {
  file: File;
  password: string;
}

export interface Options {
  tier: string; // empty: the server chooses
  ocr: string;
  pages: string;
}

const FORMATS = ['markdown', 'structured_content', 'report'];
const at = (id: string): string => `/v1/parse/jobs/${encodeURIComponent(id)}`;

// XMLHttpRequest, because fetch does not tell how much has been sent.
export function submit(
  uploads: Upload[],
  options: Options,
  sent: (share: number) => void,
  stop: AbortSignal,
): Promise<Job> {
  const query = new URLSearchParams();
  if (options.tier) query.set('tier', options.tier);
  if (options.ocr && options.ocr !== 'auto') query.set('ocr_mode', options.ocr);
  if (options.pages.trim()) query.set('page_range', options.pages.trim());
  for (const format of FORMATS) query.append('output_formats', format);
  const form = new FormData();
  for (const { file } of uploads) form.append('files', file, file.name);
  if (uploads.some(({ password }) => password)) for (const { password } of uploads) form.append('password', password);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const keyUsed = apiKey.peek();
    request.open('POST', `/v1/tasks?${query}`);
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && sent(event.loaded / event.total);
    request.onerror = () => reject(new ApiError(0, 'no_answer', ''));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(problemOf(keyUsed, request.status, request.responseText, request.getResponseHeader('Retry-After')));
        return;
      }
      try {
        const job = readJob(JSON.parse(request.responseText));
        if (!job.id) throw new Error('no id');
        resolve(job);
      } catch {
        reject(new ApiError(request.status, 'not_json', ''));
      }
    };
    stop.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

export const getJob = async (id: string, signal?: AbortSignal): Promise<Job> =>
  readJob(await json(at(id), signal ? { signal } : {}));

export async function cancelJob(id: string): Promise<void> {
  await call(at(id), { method: 'DELETE' });
}

export const openEvents = (id: string, last: string, signal: AbortSignal): Promise<Response> =>
  call(`${at(id)}/events`, {
    headers: { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) },
    signal,
  });

export const getPage = async (id: string, file: number, page: number): Promise<PageContent> =>
  readContent(await json(`${at(id)}/files/${file}/pages/${page}`));

export async function getPicture(id: string, file: number, page: number): Promise<Blob> {
  const response = await call(`${at(id)}/files/${file}/pages/${page}/image`);
  return new Blob([await response.arrayBuffer()], { type: 'image/png' }); // whatever it says it is
}

export interface FileResult {
  markdown: string;
  structured: unknown;
  warnings: Warning[];
}

export async function getResult(id: string): Promise<FileResult[]> {
  const body = await json(`/v1/tasks/${encodeURIComponent(id)}/result?response_format=json`);
  return list(object(body).files).map((entry) => {
    const content = object(object(entry).content);
    const report = object(typeof content.report === 'string' ? parsed(content.report) : content.report);
    return {
      markdown: text(content.markdown),
      structured: content.structured_content ?? null,
      warnings: readWarnings(report.diagnostics, null).map(fromOne),
    };
  });
}

export async function getZip(id: string): Promise<Blob> {
  const response = await call(`/v1/tasks/${encodeURIComponent(id)}/result?response_format=zip`);
  return new Blob([await response.arrayBuffer()], { type: 'application/zip' });
}

// The report counts pages from 1.
const fromOne = (warning: Warning): Warning => ({ ...warning, page: warning.page === null ? null : warning.page - 1 });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
