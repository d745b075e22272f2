/** How a game that somebody wins came to its end, in words. */
import type { Known } from '../../lib/fold';
import { factsOf } from '../../lib/games';
import { t } from '../../lib/texts.svelte';
import { nameOf } from './describe';

export interface End {
  title: string;
  reason: string;
  mine: boolean;
  winners: number[];
  left: number[];
}

export function endOf(known: Known): End {
  const result = known.view?.result;
  const { seat } = known.you;
  const winners = result?.winners ?? [];
  const left = Array.isArray(result?.left) ? result.left : [];
  const mine = seat !== null && winners.includes(seat);
  const name = winners.map((one) => nameOf(known, one)).join(', ');
  const loser = left.length === 2 ? nameOf(known, 1 - (winners[0] ?? 0)) : '';
  const title = mine
    ? t(winners.length > 1 ? 'ends.shared' : 'ends.won')
    : seat !== null && left[seat] !== undefined
      ? t('ends.lost', { n: left[seat] })
      : t('ends.other', { name, n: winners.length });
  return { title, reason: reasonOf(known, mine, name, loser), mine, winners, left };
}

function reasonOf(known: Known, mine: boolean, name: string, loser: string): string {
  const seated = known.you.seat !== null;
  switch (known.view?.result?.reason) {
    case 'finished':
      return mine ? t('ends.finished_you') : t('ends.finished', { name });
    case 'out':
      return mine ? t('ends.out_you') : t('ends.out', { name });
    case 'stuck':
      if (!factsOf(known.table.game).turns) return t('ends.fewest');
      return seated && !mine ? t('ends.stuck_you') : t('ends.stuck', { name: loser });
    default:
      return '';
  }
}
