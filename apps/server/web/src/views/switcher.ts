import { effect, inScope, onEnd } from '../state/signal';

// Keeps what `build` makes of `key()` as the only child of `holder`, made anew when the key changes.
export function switcher<K>(holder: HTMLElement, key: () => K, build: (key: K) => Node | null): HTMLElement {
  let end: (() => void) | null = null;
  let shown: K | undefined;
  let first = true;
  effect(() => {
    const next = key();
    if (!first && Object.is(next, shown)) return;
    first = false;
    shown = next;
    end?.();
    const made = inScope(() => build(next));
    end = made.end;
    holder.replaceChildren(...(made.value ? [made.value] : []));
  });
  onEnd(() => end?.());
  return holder;
}
