// Elements without innerHTML: text stays text, whatever is in it. Styles go through CSSOM, because
// the content security policy forbids style attributes.

export type Child = Node | string | number | null | undefined | false | Child[];

export interface Props {
  class?: string;
  style?: Record<string, string>;
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
  data?: Record<string, string>;
  attrs?: Record<string, string | number | boolean | null | undefined>;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (props.class) element.className = props.class;
  for (const [name, value] of Object.entries(props.style ?? {})) element.style.setProperty(name, value);
  for (const [name, value] of Object.entries(props.data ?? {})) element.dataset[name] = value;
  setAttributes(element, props.attrs ?? {});
  for (const [name, listener] of Object.entries(props.on ?? {}))
    element.addEventListener(name, listener as EventListener);
  append(element, children);
  return element;
}

export function setAttributes(element: Element, attrs: NonNullable<Props['attrs']>): void {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

export function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false)
      parent.appendChild(document.createTextNode(String(child)));
  }
}

export function replaceChildren(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

// Scrolls `pane` alone, as little as is needed; scrollIntoView would move the page too.
export function scrollInPane(pane: HTMLElement, element: HTMLElement): void {
  const outer = pane.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const margin = 16;
  let by = 0;
  if (inner.top < outer.top + margin) by = inner.top - outer.top - margin;
  else if (inner.bottom > outer.bottom - margin)
    by = Math.min(inner.bottom - outer.bottom + margin, inner.top - outer.top - margin);
  if (by === 0) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  pane.scrollBy({ top: by, behavior: calm ? 'instant' : 'smooth' });
}

// Moves among items with the arrow keys; one of them is a tab stop.
export function rovingFocus(items: () => HTMLElement[], keys: { next: string[]; previous: string[] }) {
  return (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    let to = at;
    if (keys.next.includes(event.key)) to = Math.min(at + 1, all.length - 1);
    else if (keys.previous.includes(event.key)) to = Math.max(at - 1, 0);
    else if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = all.length - 1;
    else return;
    event.preventDefault();
    if (to === at) return;
    all[at]?.setAttribute('tabindex', '-1');
    all[to]?.setAttribute('tabindex', '0');
    all[to]?.focus();
  };
}
