// What is about to be sent.
import { isAbort } from '../api/client';
import { submit, type Options, type Upload } from '../api/jobs';
import { adopt } from './jobs';
import { select } from './selection';
import { signal } from './signal';

export const drafts = signal<Upload[]>([]);
export const options = signal<Options>({ tier: '', ocr: 'auto', pages: '' });
export const sending = signal<{ share: number; stop: () => void } | null>(null);
export const sendError = signal<unknown>(null);

export function addFiles(files: Iterable<File>): number {
  const fresh = [...files].map((file) => ({ file, password: '' }));
  if (fresh.length === 0) return 0;
  drafts.set([...drafts.peek(), ...fresh]);
  sendError.set(null);
  return fresh.length;
}

export function removeDraft(upload: Upload): void {
  drafts.set(drafts.peek().filter((other) => other !== upload));
}

export async function send(uploads: Upload[], how: Options): Promise<void> {
  if (uploads.length === 0 || sending.peek()) return;
  const stop = new AbortController();
  sendError.set(null);
  sending.set({ share: 0, stop: () => stop.abort() });
  try {
    const job = await submit(uploads, how, (share) => sending.set({ share, stop: () => stop.abort() }), stop.signal);
    drafts.set(drafts.peek().filter((draft) => !uploads.includes(draft)));
    adopt(job, { uploads, options: how });
    select(job.id);
  } catch (error) {
    if (!isAbort(error)) sendError.set(error);
  } finally {
    sending.set(null);
  }
}
