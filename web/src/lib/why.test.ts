import { beforeAll, expect, test, vi } from 'vitest';
import { Refused } from './api';
import { speak } from './texts.svelte';
import { explain, sentence } from './why';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

const refused = (code: string, reason: string, values = {}): Refused =>
  new Refused({ code, reason, values, why: 'the server says no' });

test('a refusal is told by its code and reason, with its values', () => {
  expect(sentence(refused('seat', 'some_empty', { empty: 2, seats: 3 }))).toMatch(/^Not every seat/);
  expect(sentence(refused('phase', 'wait_for_go'))).toBe('Wait for go.');
  expect(sentence(refused('illegal', 'minimum_owed', { owed: 1 }))).toMatch(/: 1 more card must/);
});

test('a table says how its piles are called', () => {
  const wrong = refused('illegal', 'does_not_fit', { card: 37, pile: 'd', top: 25, back: 35, ascends: false });
  expect(sentence(wrong)).toBe('37 does not fit on D: its top is 25.');
  const names = { pile: (letter: string) => `your pile ${letter}` };
  expect(sentence(wrong, names)).toBe('37 does not fit on your pile d: its top is 25.');
});

test('what a newer server refuses is told in its own words', () => {
  expect(sentence(refused('unheard', 'of'))).toBe('The server says no.');
  expect(sentence(new Error('boom'))).toBe('That did not work. Try again.');
  expect(sentence(new Refused({ code: 'offline' }))).toMatch(/cannot be reached/);
});

test('what explains a refusal names its clause, where it has one', () => {
  const wrong = new Refused({ code: 'illegal', reason: 'skull_open', clause: 'E6' });
  expect(explain(wrong)).toEqual({ text: sentence(wrong), clause: 'E6' });
  expect(explain(refused('phase', 'playing')).clause).toBe('');
  expect(explain(new Error('boom')).clause).toBe('');
});
