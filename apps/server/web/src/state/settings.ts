// Language, theme and API key. The key lives as long as the tab.
import { signal } from './signal';

export type Language = 'en' | 'zh';
export type Theme = 'auto' | 'light' | 'dark';

// Storage may be full or forbidden: the page works without it.
export function recall(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

export function keep(storage: () => Storage, name: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
  } catch {
    // Nothing is lost but the memory of it.
  }
}

export const local = (): Storage => localStorage;
export const session = (): Storage => sessionStorage;

function browserLanguage(): Language {
  const kept = recall(local, 'octavo.language');
  if (kept === 'en' || kept === 'zh') return kept;
  for (const tag of navigator.languages) {
    if (/^zh\b/i.test(tag)) return 'zh';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

function keptTheme(): Theme {
  const kept = recall(local, 'octavo.theme');
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
}

export const language = signal<Language>(browserLanguage());
export const theme = signal<Theme>(keptTheme());
export const apiKey = signal<string>(recall(session, 'octavo.key') ?? '');
export const keyNeeded = signal(false);

export function setLanguage(value: Language): void {
  keep(local, 'octavo.language', value);
  language.set(value);
}

export function setTheme(value: Theme): void {
  keep(local, 'octavo.theme', value === 'auto' ? null : value);
  theme.set(value);
}

export function setApiKey(value: string): void {
  keep(session, 'octavo.key', value || null);
  apiKey.set(value);
  keyNeeded.set(false);
}
