/** The words of the pages in the language of whoever reads them. */
import type { Texts, TextKey } from '../texts/en';
import { settings } from './settings.svelte';

export type Language = 'en' | 'it';
export const LANGUAGES: Record<Language, string> = { en: 'English', it: 'Italiano' };

const books: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('../texts/en'),
  it: () => import('../texts/it'),
};

const open = $state<{ language: Language; texts: Texts }>({ language: 'en', texts: {} as Texts });
let plurals = new Intl.PluralRules('en');

export const language = (): Language => open.language;

/** The language asked for, else the browser's first that we speak, else English. */
export function wanted(): Language {
  if (settings.language !== 'system') return settings.language;
  const spoken = navigator.languages.map((one) => one.slice(0, 2));
  return spoken.find((one): one is Language => one in books) ?? 'en';
}

export async function speak(next: Language): Promise<void> {
  const book = await books[next]();
  plurals = new Intl.PluralRules(next);
  open.language = next;
  open.texts = book.default;
  document.documentElement.lang = next;
}

export type Values = Record<string, string | number>;

/** The text of a key. `{name}` is a value; `{n|card|cards}` is the word for as many, in the order of the language's plurals. */
export function t(key: TextKey, values: Values = {}): string {
  return filled(open.texts[key] ?? key, values, plurals);
}

/** The text of a key that is put together, if there is one. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const text = (open.texts as Record<string, string>)[key];
  return text === undefined ? undefined : filled(text, values, plurals);
}

export function filled(text: string, values: Values, rules: Intl.PluralRules): string {
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (whole, name: string, words?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (words === undefined) return String(value);
    const forms = words.split('|');
    const place = ORDER.filter((one) => rules.resolvedOptions().pluralCategories.includes(one)).indexOf(
      rules.select(Number(value)),
    );
    return forms[Math.min(place, forms.length - 1)] ?? '';
  });
}

const ORDER: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
