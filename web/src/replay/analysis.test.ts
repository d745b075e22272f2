import { describe, expect, test } from 'vitest';
import type { GameAnalysis, TurnReviewed } from '../lib/protocol';
import { comparison, costliest, mistakes, sums } from './analysis';

const turn = (seat: number, error: number, judgement: TurnReviewed['judgement'] = null): TurnReviewed =>
  ({ seat, error, judgement }) as TurnReviewed;
const turns = [
  turn(0, 0.02),
  turn(1, 0.2, 'blunder'),
  turn(0, 0.12, 'mistake'),
  turn(1, 0),
  turn(0, 0.06, 'inaccuracy'),
];

test('a review opens with what cost the reader most', () => {
  expect(costliest({ turns, turning_points: [1] }, 0)).toBe(2);
  expect(costliest({ turns, turning_points: [] }, 1)).toBe(1);
  expect(costliest({ turns, turning_points: [] }, null)).toBe(1); // somebody with the link
  expect(costliest({ turns: turns.slice(3, 4), turning_points: [] }, 0)).toBe(0); // nothing went wrong
  expect(mistakes(turns)).toEqual([1, 2, 4]);
});

test('the same cards in a worse order are not what the expert would lay', () => {
  const laid = (moves: string[], judgement: TurnReviewed['judgement'], forced = false): string =>
    comparison({ moves, best: ['19b', '9b', '.'], judgement, forced } as TurnReviewed);
  expect(laid(['19b', '9b', '.'], null)).toBe('same');
  expect(laid(['9b', '19b', '.'], 'blunder')).toBe('order');
  expect(laid(['9b', '30a', '.'], 'mistake')).toBe('less');
  expect(laid(['9b', '30a', '.'], null)).toBe('close');
  expect(laid(['9b', '.'], null, true)).toBe('forced');
});

describe('where the chance went', () => {
  const game = { chances: [0.777, 0.5, 0], turns } as GameAnalysis;

  test('adds up in whole points', () => {
    for (const me of [0, 1, null])
      for (const team of [true, false]) {
        const { deal, mine, others, luck, result } = sums(game, me, team);
        expect(deal + mine + others + luck).toBe(result);
      }
  });

  test('of a team: mine, and my mates’', () => {
    expect(sums(game, 0, true)).toEqual({ deal: 78, mine: -20, others: -20, luck: -38, result: 0 });
    expect(sums(game, null, true)).toMatchObject({ mine: 0, others: -40 }); // whoever looks did not play
  });

  test('of a duel: from my side, and what they do wrong is mine to gain', () => {
    expect(sums(game, 1, false)).toEqual({ deal: 22, mine: -20, others: 20, luck: 78, result: 100 });
  });
});
