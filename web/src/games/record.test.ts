import { expect, test } from 'vitest';
import type { Statistics } from '../lib/protocol';
import { recordOf } from './record';

const counted = (game: string, games: number, wins: number, fewest: number | null): unknown => ({
  game,
  games,
  wins,
  fewest,
});

test('a record is of one game, over all its options and company', () => {
  const all = {
    streak: 2,
    best_streak: 5,
    by: [counted('classic', 3, 1, 4), counted('duel', 9, 9, 0), counted('classic', 2, 0, 7)],
  } as unknown as Statistics;
  expect(recordOf(all, 'classic')).toEqual({ games: 5, wins: 1, streak: 2, best: 5 });
  expect(recordOf(all, 'tension')).toEqual({ games: 0, wins: 0, streak: 2, best: 5 });
});
