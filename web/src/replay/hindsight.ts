/** What the expert would have played, in words. */
import type { Known } from '../lib/fold';
import type { Hindsight } from '../lib/protocol';
import { GAME_PAGES } from '../gamePages';
import { describePlan } from '../table/team/hints';

export function describeHindsight({ seat, moves, advice }: Hindsight, known: Known): string {
  return advice ? describePlan(advice.best) : GAME_PAGES[known.table.game].describeTurn(moves, seat, known);
}

/** Are these the same moves? Their order does not matter. */
export const same = (moves: string[], played: string[]): boolean =>
  moves.toSorted().join() === played.toSorted().join();
