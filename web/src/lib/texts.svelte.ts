/** The texts of the pages, in the reader's language. */
import type { Book, TextKey } from '../texts/en';
import { settings } from './settings.svelte';

export type Language = string; // its code, as the folder of its texts is called

const files = import.meta.glob<{ default: Book }>('../texts/*/index.ts');
const books = Object.fromEntries(Object.entries(files).map(([path, book]) => [path.split('/').at(-2) ?? '', book]));

/** Every language by its own name for itself. */
export const LANGUAGES: Record<Language, string> = Object.fromEntries(
  Object.keys(books).map((code) => [code, ownName(code)]),
);

function ownName(code: Language): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

let open = $state.raw<{ language: Language } & Book>({ language: 'en', texts: {}, refusals: {} } as {
  language: Language;
} & Book);
let plurals = new Intl.PluralRules('en');
let ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

export const language = (): Language => open.language;

/** The language as the browser's own region writes it: for dates and numbers. */
export const region = (): string =>
  navigator.languages.find((one) => one.slice(0, 2) === open.language) ?? open.language;

/** The language asked for, else the browser's first that we speak, else English. */
export function wanted(): Language {
  if (settings.language in books) return settings.language;
  const spoken = navigator.languages.map((one) => one.slice(0, 2));
  return spoken.find((one) => one in books) ?? 'en';
}

export async function speak(next: Language): Promise<void> {
  const book = await books[next]?.();
  if (!book) return;
  plurals = new Intl.PluralRules(next);
  ordinals = new Intl.PluralRules(next, { type: 'ordinal' });
  open = { language: next, ...book.default };
  document.documentElement.lang = next;
}

/** Some things of which one will do, as a list in words. */
export const either = (things: readonly unknown[]): string =>
  new Intl.ListFormat(open.language, { type: 'disjunction' }).format(things.map(String));

export type Values = Record<string, string | number>;

/** The text of a key. `{name}` is a value; `{n|card|cards}` is the word for as many, in the order of the language's plurals, and of its ordinals for `nth`. */
export function t(key: TextKey, values: Values = {}): string {
  return filled(open.texts[key] ?? key, values, plurals, ordinals);
}

/** The text of a key that is put together, if there is one. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const text = (open.texts as Record<string, string>)[key];
  return text === undefined ? undefined : filled(text, values, plurals, ordinals);
}

/** The text of a refusal, by its code and reason. */
export function refusal(key: string, values: Values = {}): string | undefined {
  const text = (open.refusals as Record<string, string>)[key];
  return text === undefined ? undefined : filled(text, values, plurals, ordinals);
}

export function filled(text: string, values: Values, plurals: Intl.PluralRules, ordinals = plurals): string {
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (whole, name: string, words?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (words === undefined) return String(value);
    const rules = name === 'nth' ? ordinals : plurals;
    const forms = words.split('|');
    const place = ORDER.filter((one) => rules.resolvedOptions().pluralCategories.includes(one)).indexOf(
      rules.select(Number(value)),
    );
    return forms[Math.min(place, forms.length - 1)] ?? '';
  });
}

const ORDER: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
