// The kinds on this page, with their colours; each can be switched off.
import { h } from '../base/dom';
import { named, t } from '../i18n';
import type { Block } from '../api/types';
import { effect } from '../state/signal';
import { kindOf, KINDS } from './kinds';
import type { Link } from './link';

export function legend(blocks: Block[], linked: Link): HTMLElement {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const kind = kindOf(block.kind);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const present = [...KINDS, 'other'].filter((kind) => counts.has(kind));
  const items = present.map((kind) => {
    const button = h(
      'button',
      {
        data: { kind },
        attrs: { type: 'button' },
        on: {
          click: () => {
            const hidden = new Set(linked.hidden.peek());
            if (!hidden.delete(kind)) hidden.add(kind);
            linked.hidden.set(hidden);
          },
        },
      },
      h('i', { attrs: { 'aria-hidden': true } }),
      `${named('kind', kind)} `,
      h('span', { class: 'count' }, counts.get(kind) ?? 0),
    );
    effect(() => button.setAttribute('aria-pressed', String(!linked.hidden.get().has(kind))));
    return h('li', {}, button);
  });
  return h('ul', { class: 'legend', attrs: { 'aria-label': t('legend') } }, items);
}
