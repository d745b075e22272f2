/** A refusal as a sentence in the reader's language. */
import { Refused } from './api';
import { maybe, t, type Values } from './texts.svelte';

/** One code has many reasons: words of the server's sentence that tell them apart, and the text for each. */
const TOLD: Record<string, [string, string][]> = {
  seat: [
    ['seats are empty', 'empty'],
    ['nobody sits there', 'nobody'],
    ['only a person can be host', 'bot'],
    ['sits there:', 'somebody'],
    ['you have a seat', 'yours'],
    ['every seat is taken', 'full'],
    ['that seat is taken', 'taken'],
    ['you are watching', 'watching'],
    ['a bot plays for you already', 'played'],
  ],
  phase: [
    ['nothing is dealt yet', 'dealt'],
    ['seats change before a game', 'seats'],
    ['a game is being played: you can watch', 'watch'],
    ['a game is being played here', 'playing'],
    ['no piles to talk about', 'signals'],
    ['go is said at the start', 'go'],
  ],
  host: [['says go', 'go']],
  turn: [
    ['a bot plays for you', 'deputy'],
    ['your time is up', 'time'],
  ],
  daily: [
    ['nobody plays a deal of the day', 'away'],
    ['is played once at a table', 'once'],
  ],
  limit: [
    ['too many tables', 'tables'],
    ['too many tries', 'tries'],
    ['too many connections', 'connections'],
  ],
  name: [['too long for an account', 'long']],
  account: [['you have an account already', 'have']],
};

/** The law's clauses that a sentence names at its end. */
export function clauses(why: string): string[] {
  const found = /\(([A-Z]\d+(?:, [A-Z]\d+)*)\)[;.]?/.exec(why);
  return found?.[1]?.split(', ') ?? [];
}

/** By its reason, else by clause, else by code, else in the server's own words. */
export function sentence(wrong: unknown, values: Values = {}): string {
  if (!(wrong instanceof Refused)) return t('why.fault');
  const { code, why } = wrong;
  const more = 'more' in wrong ? (wrong.more as Values) : {};
  const all = { ...more, ...values };
  const told = TOLD[code]?.find(([words]) => why.includes(words))?.[1];
  for (const key of [`${code}.${told}`, `${code}.${clauses(why)[0]}`, code]) {
    const text = maybe(`why.${key}`, all);
    if (text !== undefined && !/\{\w+\}/.test(text)) return text;
  }
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}
