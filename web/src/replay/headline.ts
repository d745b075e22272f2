/** How a finished game ended, in a few words. */
import { factsOf } from '../lib/games';
import type { Replay } from '../lib/protocol';
import { t } from '../lib/texts.svelte';
import { endOf } from '../table/shared/ends';
import { knownAt } from './frames';

export function headline(game: Replay): string {
  const known = knownAt(game, game.frames.length - 1, game.you);
  const result = known.view?.result;
  const { team, cards } = factsOf(game.game);
  if (!team) return endOf(known).title;
  return result?.won ? t('review.won', { n: cards }) : t('review.lost', { n: Number(result?.left ?? 0) });
}
