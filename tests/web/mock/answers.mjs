// What the mock's documents hold: samples/report.pdf as octavo reads it, with formulas as a model writes
// them.
import { readFileSync } from 'node:fs';

const recorded = new URL('../recorded/', import.meta.url);

export const RECORDED_PAGES = [0, 1].map((page) => ({
  content: JSON.parse(readFileSync(new URL(`page-${page}.json`, recorded), 'utf-8')),
  picture: readFileSync(new URL(`page-${page}.png`, recorded)),
}));

// The name of a file says what happens to it, so that a person can try each case by hand.
export function scenario(name, password) {
  const pages = Array.from({ length: /long/i.test(name) ? 24 : /three/i.test(name) ? 3 : 2 }, (_, page) => page);
  if (/locked/i.test(name) && password !== 'open sesame')
    return { pages: [], error: { code: 'file_encrypted', message: 'needs a password' } };
  if (/damaged/i.test(name)) return { pages: [], error: { code: 'file_corrupted', message: 'no pages found' } };
  const failing = /broken/i.test(name) ? { 1: { code: 'page_failed', message: 'the worker ended twice on this page' } } : {};
  const diagnostics = /broken/i.test(name)
    ? [{ severity: 'warning', id: 'hidden_text', text: '212 characters are invisible and were left out', page: 1 }]
    : [];
  return { pages, failing, diagnostics, error: null };
}

export function pageOf(page) {
  const { content, picture } = RECORDED_PAGES[page % RECORDED_PAGES.length];
  return { content: { ...content, page }, picture };
}

export const markdownOf = (pages) =>
  pages
    .flatMap((page) => pageOf(page).content.blocks)
    .filter((block) => !['header', 'footer', 'page_number'].includes(block.kind))
    .map((block) => block.markdown)
    .join('\n\n');

export const ANSWER =
  'The error is smallest on **meadow** stations. The estimator halves the error of the gradient method everywhere ' +
  'but on peat, where water moves; see $d = \\sqrt{2\\kappa/\\omega}$.';
