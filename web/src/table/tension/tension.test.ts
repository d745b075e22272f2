import { describe, expect, test } from 'vitest';
import type { TensionCard } from '../../lib/protocol';
import { aimedAt, cardFor, cardIn, clockAhead, counted, held, tilt } from './tension';

const hand: TensionCard[] = [
  [7, 3],
  [2, 1],
  [7, 1],
  [7, 3],
];

describe('a hand of tension', () => {
  test('lies in order of value and step', () => {
    expect(held(hand).map(({ card }) => card)).toEqual([
      [2, 1],
      [7, 1],
      [7, 3],
      [7, 3],
    ]);
  });

  test('names equal cards apart, and keeps the names when others go', () => {
    expect(held(hand).map(({ key }) => key)).toEqual(['2/1#0', '7/1#0', '7/3#0', '7/3#1']);
    expect(held(hand.slice(0, 3)).map(({ key }) => key)).toEqual(['2/1#0', '7/1#0', '7/3#0']);
  });

  test('of several cards of a value the smallest step is laid, or the largest', () => {
    expect(cardFor(held(hand), 7)?.card).toEqual([7, 1]);
    expect(cardFor(held(hand), 7, true)?.key).toBe('7/3#1');
    expect(cardFor(held(hand), 4)).toBeUndefined();
  });
});

describe('moves', () => {
  test('a laid card is read from its move, a draw is none', () => {
    expect(cardIn('0:10/2')).toEqual([10, 2]);
    expect(cardIn('10/2')).toEqual([10, 2]);
    expect(cardIn('0:+')).toBeUndefined();
    expect(cardIn('^')).toBeUndefined();
  });
});

describe('the moment of go', () => {
  test('counts whole seconds down and never below go', () => {
    expect([5000, 4999, 3000, 2001, 1, 0, -900].map((left) => counted(left, 0))).toEqual([5, 5, 3, 3, 1, 0, 0]);
  });

  test('the clock is set by the quickest answer', () => {
    const slow = { sent: 0, now: 5400, heard: 800 };
    const quick = { sent: 1000, now: 6010, heard: 1020 };
    expect(clockAhead([slow, quick])).toBe(5000);
    expect(clockAhead([])).toBeUndefined();
  });
});

test('a card is aimed at what was seen a moment ago, not at what came while the finger was on its way', () => {
  const seen = [
    { n: 7, at: 0 },
    { n: 8, at: 1000 },
    { n: 9, at: 1900 },
  ];
  expect(aimedAt(seen, 2000)).toBe(8);
  expect(aimedAt(seen, 2200)).toBe(9);
  expect(aimedAt(seen.slice(2), 2000)).toBe(9);
  expect(aimedAt([], 2000)).toBeNull();
});

test('cards on the pile lie a little askew, each in its own way', () => {
  const tilts = Array.from({ length: 13 }, (_, place) => tilt(place));
  expect(new Set(tilts).size).toBe(13);
  expect(Math.max(...tilts.map(Math.abs))).toBeLessThan(9);
});
