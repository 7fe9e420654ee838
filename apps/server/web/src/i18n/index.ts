// Texts in the reader's language. Views are built anew when it changes.
import { ApiError } from '../api/client';
import type { Problem } from '../api/types';
import { language } from '../state/settings';
import { en, type Key } from './en';
import { zh } from './zh';

export type { Key };

export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = (language.get() === 'zh' ? zh : en)[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export const many = (n: number, one: Key, more: Key): string => t(n === 1 ? one : more, { n });

const has = (key: string): key is Key => Object.hasOwn(en, key);

// What comes from the server by name: known names have a text of ours, others stand for "other".
export const named = (group: 'kind' | 'source', name: string): string =>
  has(`${group}_${name}`) ? t(`${group}_${name}` as Key) : t(`${group}_other`);

export function problemText(problem: Problem): string {
  const known = `error_${problem.code}`;
  if (!has(known)) return problem.message || problem.code || t('error_unknown');
  return problem.message && problem.message !== problem.code ? `${t(known)} (${problem.message})` : t(known);
}

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error_unknown');
  const base =
    error.code || error.message ? problemText(error) : t('error_status', { status: error.status });
  return error.retryAfter ? `${base} ${t('error_retry', { n: error.retryAfter })}` : base;
}

export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return whole < 90 ? t('seconds', { n: whole }) : t('minutes', { n: Math.round(whole / 60) });
}
