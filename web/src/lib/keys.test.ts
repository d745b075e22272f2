import { expect, test } from 'vitest';
import { meant, meantAtOnce, taken } from './keys';

const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });

test('digits choose cards from the left, letters lay them', () => {
  expect(meant(key('1'))).toEqual({ card: 0 });
  expect(meant(key('8'))).toEqual({ card: 7 });
  expect(meant(key('b'))).toEqual({ deed: 'b' });
  expect(meant(key('B'))).toEqual({ deed: 'b' });
});

test('both e and Enter end the turn', () => {
  expect(meant(key('e'))).toEqual({ deed: 'end' });
  expect(meant(key('Enter'))).toEqual({ deed: 'end' });
});

test('what belongs to the browser stays the browser’s', () => {
  expect(meant(key('a', { ctrlKey: true }))).toBeNull();
  expect(meant(key('F5'))).toBeNull();
});

test('keys can be put elsewhere', () => {
  expect(meant(key('n'), { end: 'n' })).toEqual({ deed: 'end' });
  expect(meant(key('e'), { end: 'n' })).toBeNull();
});

test('in tension a digit is the value of a card, and a letter does something else', () => {
  expect(meantAtOnce(key('7', { code: 'Digit7' }))).toEqual({ value: 7, largest: false });
  expect(meantAtOnce(key(')', { code: 'Digit0', shiftKey: true }))).toEqual({ value: 10, largest: true });
  expect(meantAtOnce(key('d'))).toEqual({ deed: 'draw' });
  expect(meantAtOnce(key(' '))).toEqual({ deed: 'draw' });
  expect(meantAtOnce(key('n'), { go: 'n' })).toEqual({ deed: 'go' });
  expect(meantAtOnce(key('a'))).toBeNull();
});

test('a key is taken only where both would be heard', () => {
  expect(taken('end', 'a')).toBe('a');
  expect(taken('draw', 'a')).toBeNull();
  expect(taken('draw', 'g')).toBe('go');
  expect(taken('a', 'g')).toBeNull();
  expect(taken('help', 'g')).toBe('go');
  expect(taken('draw', '5')).toBe('fixed');
  expect(taken('end', 'Escape')).toBe('fixed');
  expect(taken('end', 'e')).toBeNull();
});
