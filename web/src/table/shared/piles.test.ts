import { describe, expect, test } from 'vitest';
import { heatOf, jump, layOf, signed, stacks, stepBack } from './piles';

describe('what one can see on the piles', () => {
  test('a step costs what it uses up of the range, in the direction of the pile', () => {
    expect(jump('a', 34, 37)).toBe(3);
    expect(jump('c', 66, 37)).toBe(29);
  });
  test('the step back gives ten back on either', () => {
    expect(jump('b', 47, stepBack('b', 47))).toBe(-10);
    expect(jump('d', 65, stepBack('d', 65))).toBe(-10);
    expect([signed(3), signed(-10)]).toEqual(['+3', '−10']);
  });
  test('moves that lay a card are told from others', () => {
    expect(layOf('7d')).toEqual({ card: 7, pile: 'd' });
    expect(['.', '@1', '100a', '7e', ''].map(layOf)).toEqual([null, null, null, null, null]);
  });
  test('piles hold what the log laid, and on top what is on its way', () => {
    const log: [number | null, string][] = [
      [null, '@0'],
      [0, '5a'],
      [0, '90c'],
      [0, '.'],
      [1, '8a'],
    ];
    expect(stacks(log, [{ card: 80, pile: 'c' }])).toEqual({ a: [5, 8], b: [], c: [90, 80], d: [] });
  });
});

test('a cost is calm up to 3, warmer from there, and hot from 25 on', () => {
  expect([1, 3, 4, 24, 25, 60].map((cost) => heatOf(cost).heat)).toEqual([
    'calm',
    'calm',
    'warm',
    'warm',
    'hot',
    'hot',
  ]);
  expect(heatOf(5).warmth).toBeLessThan(heatOf(20).warmth);
  expect(heatOf(98).warmth).toBe(1);
});
