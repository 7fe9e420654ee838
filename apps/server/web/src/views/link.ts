// What binds a block's box and its text: which is pointed at, which are cited, which kinds are shown.
import { signal, type Signal } from '../state/signal';

export type Side = 'picture' | 'text' | 'ask';

export interface Link {
  active: Signal<{ block: number; from: Side } | null>;
  cited: Signal<ReadonlySet<number>>;
  hidden: Signal<ReadonlySet<string>>; // kinds
  count: number;
  showText(): void; // where there is room for one side only
  narrow(): boolean; // there is not room for both
}

export const link = (count: number, showText: () => void): Link => ({
  active: signal<{ block: number; from: Side } | null>(null),
  cited: signal<ReadonlySet<number>>(new Set()),
  hidden: signal<ReadonlySet<string>>(new Set()),
  count,
  showText,
  narrow: () => matchMedia('(max-width: 900px)').matches, // as in the style sheets
});

// Pointer and keyboard on one side light the block on both.
export function bind(element: HTMLElement, block: number, from: Side, linked: Link): void {
  const light = (): void => linked.active.set({ block, from });
  const dim = (): void => {
    const now = linked.active.peek();
    if (now?.block === block && now.from === from && document.activeElement !== element) linked.active.set(null);
  };
  element.addEventListener('pointerenter', light);
  element.addEventListener('pointerleave', dim);
  element.addEventListener('focus', light);
  element.addEventListener('blur', () => {
    if (linked.active.peek()?.block === block) linked.active.set(null);
  });
}
