/** Why a plan is better, in words. */
import type { Known } from '../lib/fold';
import type { Why } from '../lib/protocol';
import { t } from '../lib/texts.svelte';
import { GAME_PAGES } from '../gamePages';
import { nameOf } from '../table/shared/describe';

export function describeWhy({ why, pile, seat, cards, card }: Why, mover: number, known: Known): string {
  return t(`review.why.${why}`, {
    pile: pile ? GAME_PAGES[known.table.game].pile(pile, mover, known).name : '',
    name: seat == null ? '' : nameOf(known, seat),
    n: cards ?? 0,
    card: card ?? 0,
  });
}
