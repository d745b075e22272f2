import { describe, expect, test } from 'vitest';
import { across, duelLay, duelStacks, stride, tops } from './duel';

describe('a duel from each side of the table', () => {
  test('the tops lie before their owner', () => {
    expect(tops([10, 50, 20, 40], 0)).toEqual({ a: 10, c: 50, A: 20, C: 40 });
    expect(tops([10, 50, 20, 40], 1)).toEqual({ a: 20, c: 40, A: 10, C: 50 });
  });

  test('a gift lies on the pile across, and stays its giver’s card', () => {
    const log: [number | null, string][] = [
      [null, '@0'],
      [0, '12a'],
      [0, '50c'],
      [0, '.'],
      [1, '9A'],
      [1, '30a'],
    ];
    expect(duelStacks(log, 0)).toEqual({
      a: [
        { card: 12, owner: 0 },
        { card: 9, owner: 1 },
      ],
      c: [{ card: 50, owner: 0 }],
      A: [{ card: 30, owner: 1 }],
      C: [],
    });
    expect(duelStacks(log, 1)['A']).toEqual(duelStacks(log, 0)['a']);
  });

  test('the other side names piles the other way round', () => {
    expect(across('a')).toBe('A');
    expect(across('C')).toBe('c');
  });
});

test('a lay is read from its move; ends and starters are none', () => {
  expect(duelLay('9A')).toEqual({ card: 9, pile: 'A' });
  expect(duelLay('.')).toBeNull();
  expect(duelLay('@1')).toBeNull();
  expect(duelLay('9b')).toBeNull();
});

test('a stride is counted in the direction of the pile', () => {
  expect(stride('a', 10, 14)).toBe(4);
  expect(stride('c', 50, 46)).toBe(4);
  expect(stride('a', 24, 14)).toBe(-10);
  expect(stride('A', 30, 12)).toBe(-18);
  expect(stride('C', 30, 41)).toBe(-11);
});
