/** A refusal as a sentence in the reader's language. */
import { Refused } from './api';
import { maybe, t, type Values } from './texts.svelte';

/** The law's clauses that a sentence names at its end. */
export function clauses(why: string): string[] {
  const found = /\(([A-Z]\d+(?:, [A-Z]\d+)*)\)[;.]?/.exec(why);
  return found?.[1]?.split(', ') ?? [];
}

/** By clause, else by code, else in the server's own words. */
export function sentence(wrong: unknown, values: Values = {}): string {
  if (!(wrong instanceof Refused)) return t('why.fault');
  const more = 'more' in wrong ? (wrong.more as Values) : {};
  const all = { ...more, ...values };
  for (const key of [`${wrong.code}.${clauses(wrong.why)[0]}`, wrong.code]) {
    const text = maybe(`why.${key}`, all);
    if (text !== undefined && !/\{\w+\}/.test(text)) return text;
  }
  const own = wrong.why;
  return `${own.charAt(0).toUpperCase()}${own.slice(1)}.`;
}
