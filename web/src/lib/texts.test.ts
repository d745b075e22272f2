import { expect, test } from 'vitest';
import { filled, LANGUAGES } from './texts.svelte';

const english = new Intl.PluralRules('en');

test('values are put in, and words follow their number', () => {
  const text = '{n} more {n|card|cards} for {name}';
  expect(filled(text, { n: 1, name: 'Anna' }, english)).toBe('1 more card for Anna');
  expect(filled(text, { n: 0, name: 'Anna' }, english)).toBe('0 more cards for Anna');
});

test('a language with more forms has more words', () => {
  const czech = new Intl.PluralRules('cs');
  const text = '{n} {n|karta|karty|karty|karet}';
  expect([1, 3, 5].map((n) => filled(text, { n }, czech))).toEqual(['1 karta', '3 karty', '5 karet']);
});

test('a place has the ending of its number', () => {
  const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
  const place = (nth: number): string => filled('{nth}{nth|st|nd|rd|th}', { nth }, english, ordinals);
  expect([1, 2, 3, 4, 11].map(place)).toEqual(['1st', '2nd', '3rd', '4th', '11th']);
});

test('a value that is not given shows itself', () => {
  expect(filled('Hello {name}', {}, english)).toBe('Hello {name}');
});

test('a language is found by its folder, and has its own name for itself', () => {
  expect(LANGUAGES).toMatchObject({ de: 'Deutsch', en: 'English', fr: 'Français', it: 'Italiano' });
});
