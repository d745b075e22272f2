import { expect, test } from 'vitest';
import { meant } from './keys';

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
