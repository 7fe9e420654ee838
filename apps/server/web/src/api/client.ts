// Requests to the server that this page came from, and the one shape of its errors.
import { apiKey, keyNeeded } from '../state/settings';
import { object, readProblem, text } from './read';

export class ApiError extends Error {
  constructor(
    readonly status: number, // 0: no answer
    readonly code: string,
    message: string,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

export function authorization(): Record<string, string> {
  const key = apiKey.peek();
  return key ? { Authorization: `Bearer ${key}` } : {};
}

export function problemOf(keyUsed: string, status: number, body: string, retryAfter: string | null): ApiError {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Some proxy's page: the status has to do.
  }
  const problem = readProblem(object(parsed).error) ?? { code: '', message: text(object(parsed).detail) };
  if (status === 401 && keyUsed === apiKey.peek()) keyNeeded.set(true); // not by an answer to an older key
  const wait = Number(retryAfter);
  return new ApiError(status, problem.code, problem.message, retryAfter && wait >= 0 ? wait : null);
}

// The answer when it is a success; ApiError otherwise.
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const keyUsed = apiKey.peek();
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      headers: { ...authorization(), ...(init.headers as Record<string, string>) },
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'no_answer', '');
  }
  if (!response.ok)
    throw problemOf(
      keyUsed,
      response.status,
      await response.text().catch(() => ''),
      response.headers.get('Retry-After'),
    );
  return response;
}

export async function json(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await call(path, init);
  try {
    return await response.json();
  } catch {
    throw new ApiError(response.status, 'not_json', '');
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
