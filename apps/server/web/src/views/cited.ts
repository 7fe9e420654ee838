// Which blocks an answer is about: those that hold the words of it that are rare on the page and were
// not in the question. A guess from words, said so on the page; no model is asked.
import type { Block } from '../api/types';

const MOST = 3;
const ENOUGH = 0.5; // of the best block's score

function words(text: string): Set<string> {
  const found = new Set<string>();
  const plain = text.toLowerCase().replace(/<[^>]*>/g, ' ');
  for (const [word] of plain.matchAll(/\p{Script=Han}+|\d+(?:[.,]\d+)*|[\p{L}][\p{L}\p{M}]+/gu)) {
    if (!/\p{Script=Han}/u.test(word)) found.add(word);
    else for (let at = 0; at + 1 < word.length; at++) found.add(word.slice(at, at + 2));
  }
  return found;
}

export function citedBlocks(answer: string, question: string, blocks: Block[]): number[] {
  const asked = words(question);
  const wanted = [...words(answer)].filter((word) => !asked.has(word));
  const held = blocks.map((block) => words(block.markdown));
  const scores = held.map(() => 0);
  for (const word of wanted) {
    const holders = held.flatMap((has, at) => (has.has(word) ? [at] : []));
    if (holders.length === 0 || holders.length > blocks.length / 2) continue;
    for (const at of holders) scores[at] = (scores[at] ?? 0) + Math.log2(1 + blocks.length / holders.length);
  }
  const best = Math.max(0, ...scores);
  if (best === 0) return [];
  return scores
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score >= best * ENOUGH)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, MOST)
    .map(({ at }) => at);
}
