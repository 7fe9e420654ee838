// Kinds of blocks that have a colour; a name that is not among them is data, and shown as "other".
export const KINDS = [
  'title', 'text', 'list', 'index', 'table', 'image', 'chart', 'equation', 'code', 'ref_text',
  'page_footnote', 'header', 'footer', 'page_number', 'aside_text',
]; // prettier-ignore

export const FURNITURE = new Set(['header', 'footer', 'page_number', 'aside_text']);
export const PICTURES = new Set(['image', 'chart']);

const ALIASES: Record<string, string> = { doc_title: 'title', paragraph_title: 'title', reference: 'ref_text' };

export function kindOf(name: string): string {
  const known = ALIASES[name] ?? name;
  return KINDS.includes(known) ? known : 'other';
}
