import { expect, test } from 'vitest';
import { turnsMade } from './turns';

test('turns are those that somebody ended, or after whose card another is on', () => {
  expect(turnsMade([], 0)).toBe(0);
  expect(
    turnsMade(
      [
        [null, '@0'],
        [0, '12a'],
        [0, '.'],
        [1, '13a'],
      ],
      0,
    ),
  ).toBe(1);
  expect(
    turnsMade(
      [
        [0, '12a'], // a stop: the turn ends with it
        [1, '13a'],
        [1, '.'],
        [0, '20a'],
      ],
      0,
    ),
  ).toBe(1);
});

test('alone, each end of a turn counts', () => {
  const log: [number, string][] = [
    [0, '12a'],
    [0, '.'],
    [0, '13a'],
    [0, '.'],
  ];
  expect(turnsMade(log, 0)).toBe(2);
});
