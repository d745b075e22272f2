import { t } from '../../lib/texts.svelte';

/** The rest of a turn: what is laid in it, in words, and whether it ends there by itself. */
export function describeTurn(lays: string, moves: string[]): string {
  if (!lays) return t('hint.end');
  return t(moves.at(-1) === '.' ? 'hint.best_end' : 'hint.best', { lays });
}
