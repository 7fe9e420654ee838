// Which page of which file of which job is looked at; the address keeps it: #/job/file/page, from 1.
import { findJob, ID, jobs, selectedId } from './jobs';
import { signal, effect } from './signal';

export interface Place {
  file: number;
  page: number;
}

export const place = signal<Place>({ file: 0, page: 0 });

export function select(id: string, file = 0, page = 0): void {
  selectedId.set(id);
  place.set({ file, page });
}

export function selectPage(file: number, page: number): void {
  place.set({ file, page });
}

function readAddress(): void {
  const [id = '', file, page] = location.hash.replace(/^#\/?/, '').split('/');
  if (!ID.test(id) || !findJob(id)) return;
  select(id, index(file), index(page));
}

const index = (part: string | undefined): number => {
  const number = Number(part ?? 1);
  return Number.isInteger(number) && number > 0 ? number - 1 : 0;
};

export function followAddress(): void {
  readAddress();
  if (!selectedId.peek()) select(jobs.peek()[0]?.id ?? '');
  addEventListener('hashchange', readAddress);
  effect(() => {
    const { file, page } = place.get();
    const id = selectedId.get();
    const address = id ? `#/${id}/${file + 1}/${page + 1}` : location.pathname;
    if (address !== location.hash) history.replaceState(null, '', address);
  });
}
