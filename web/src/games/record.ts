/** One person's record in one game, out of all their statistics. */
import type { GameName, Statistics } from '../lib/protocol';

export interface GameRecord {
  games: number;
  wins: number;
  streak: number;
  best: number;
}

export function recordOf({ by, streak, best_streak }: Statistics, game: GameName): GameRecord {
  const mine = by.filter((one) => one.game === game);
  const sum = (count: (one: (typeof mine)[number]) => number): number => mine.reduce((all, one) => all + count(one), 0);
  return {
    games: sum((one) => one.games),
    wins: sum((one) => one.wins),
    streak,
    best: best_streak,
  };
}
