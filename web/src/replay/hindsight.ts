/** What the expert would have played, in words. */
import type { Known } from '../lib/fold';
import type { Hindsight } from '../lib/protocol';
import { SHOWN } from '../shown';
import { planSaid } from '../table/team/hints';

export function hindsightSaid({ seat, moves, advice }: Hindsight, known: Known): string {
  return advice ? planSaid(advice.best) : SHOWN[known.table.game].turnSaid(moves, seat, known);
}

/** Was it played just so? The order in which cards are laid is not asked for. */
export const same = (moves: string[], played: string[]): boolean =>
  moves.toSorted().join() === played.toSorted().join();
