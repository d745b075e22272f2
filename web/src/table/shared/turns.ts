import { t } from '../../lib/texts.svelte';
import type { LogLine } from '../../lib/types';

/** The rest of a turn: what is laid in it, in words, and whether it ends there by itself. */
export function describeTurn(lays: string, moves: string[]): string {
  if (!lays) return t('hint.end');
  return t(moves.at(-1) === '.' ? 'hint.best_end' : 'hint.best', { lays });
}

/** How many turns a seat has made: it ended them, or another was on after its card. */
export function turnsMade(log: readonly LogLine[], seat: number): number {
  return log.filter(([who, move], place) => {
    const next = log[place + 1];
    return who === seat && (move === '.' || (next !== undefined && next[0] !== seat));
  }).length;
}
