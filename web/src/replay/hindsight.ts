/** What the expert would have played, in words. */
import type { Known } from '../lib/fold';
import type { Hindsight } from '../lib/protocol';
import { GAME_PAGES } from '../gamePages';
import { describePlan } from '../table/team/hints';

export function describeHindsight({ seat, moves, advice }: Hindsight, known: Known): string {
  return advice ? describePlan(advice.best) : GAME_PAGES[known.table.game].describeTurn(moves, seat, known);
}

/** Was it played just so? The order in which cards are laid is not asked for. */
export const same = (moves: string[], played: string[]): boolean =>
  moves.toSorted().join() === played.toSorted().join();
