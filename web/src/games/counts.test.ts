import { expect, test } from 'vitest';
import type { Counted } from '../lib/protocol';
import { summed } from './counts';

const cell = (more: Partial<Counted>): Counted => ({
  game: 'classic',
  options: {},
  company: 'alone',
  games: 1,
  wins: 0,
  left: 10,
  brilliant: 0,
  fewest: 10,
  ...more,
});

test('wins add up, cards left are an average over games, and the most played comes first', () => {
  const by = [
    cell({ game: 'duel', company: 'bots', games: 2, wins: 1, left: 4, fewest: 0 }),
    cell({ games: 3, wins: 1, left: 20, fewest: 0, brilliant: 1 }),
    cell({ company: 'people', games: 1, left: 8, fewest: 8, brilliant: 1 }),
  ];
  const [classic, duel] = summed(by, (one) => one.game);
  expect(classic).toEqual({ label: 'classic', games: 4, wins: 1, left: 17, brilliant: 2, fewest: 0 });
  expect(duel).toEqual({ label: 'duel', games: 2, wins: 1, left: 4, brilliant: 0, fewest: 0 });
});

test('nothing played is nothing counted', () => {
  expect(summed([], (one) => one.game)).toEqual([]);
});
