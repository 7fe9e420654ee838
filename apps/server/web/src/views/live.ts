// What a screen reader is told of things that happen by themselves.
import { h } from '../base/dom';

const region = h('div', { class: 'visually-hidden', attrs: { role: 'status', 'aria-live': 'polite' } });

export const liveRegion = (): HTMLElement => region;

export function announce(text: string): void {
  region.textContent = '';
  // A region that is set to the same text again stays silent.
  setTimeout(() => (region.textContent = text), 50);
}
