/** A refusal as a sentence in the reader's language. */
import { Refused } from './api';
import { refusal, region, t, type Values } from './texts.svelte';

/** How a table calls what the server gives by letter. */
export interface Names {
  pile?: (letter: string) => string;
}

/** A refusal as a table shows it. */
export interface Explanation {
  text: string;
  clause: string; // of the rules, or nothing
}

export function explain(wrong: unknown, names?: Names): Explanation {
  return { text: sentence(wrong, names), clause: wrong instanceof Refused ? wrong.clause : '' };
}

/** Its text with its values; the server's English where the server is newer than the page. */
export function sentence(wrong: unknown, names: Names = {}): string {
  if (!(wrong instanceof Refused)) return t('why.fault');
  if (wrong.code === 'offline') return t('why.offline');
  const values = wrong.code === 'banned' ? { ...wrong.values, end: endOfBan(wrong.values.until) } : wrong.values;
  const text = refusal(`${wrong.code}.${wrong.reason}`, readable(values, names));
  if (text !== undefined) return text;
  return wrong.message ? `${wrong.message.charAt(0).toUpperCase()}${wrong.message.slice(1)}.` : t('why.fault');
}

/** Until when somebody is banned; without a time until further notice. */
export function endOfBan(until: unknown): string {
  if (typeof until !== 'number') return t('banned.for_good');
  const date = new Date(until).toLocaleString(region(), { dateStyle: 'long', timeStyle: 'short' });
  return t('banned.until', { date });
}

function readable(values: Record<string, unknown>, { pile = (letter) => letter.toUpperCase() }: Names): Values {
  const plain = Object.entries(values).filter((one): one is [string, string | number] =>
    ['string', 'number'].includes(typeof one[1]),
  );
  const called = plain.map(([name, value]) => {
    if (name === 'pile') return [name, pile(String(value))];
    return [name, name === 'card' ? String(value).replace('/', ' ±') : value]; // tension's 7/3
  });
  return Object.fromEntries(called) as Values;
}
