/** Hints and lines in words. */
import type { PuzzleHint } from '../lib/protocol';
import { t } from '../lib/texts.svelte';

export function describeHint(hint: PuzzleHint): string {
  if (hint.themes) {
    const about = hint.themes.map((theme) => t(`puzzle.theme.${theme}`)).join(', ');
    return t('puzzle.hint.themes', { themes: about || t('puzzle.theme.none') });
  }
  if (hint.piles)
    return t('puzzle.hint.cards', { n: hint.cards ?? 0, piles: hint.piles.map((one) => one.toUpperCase()).join(', ') });
  const [, card, pile] = /^(\d+)(\w)$/.exec(hint.first ?? '') ?? [];
  return t('puzzle.hint.first', { card: card ?? '', pile: (pile ?? '').toUpperCase() });
}

/** A line of moves, a turn after another. */
export function lineOf(moves: string[]): string {
  return moves
    .join(' ')
    .split(' . ')
    .map((turn) => turn.replace(/(\d+)(\w)/g, (_, card: string, pile: string) => `${card}→${pile.toUpperCase()}`))
    .join(' · ');
}
