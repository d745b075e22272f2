/** What the expert would have played, in words. */
import type { Known } from '../lib/fold';
import type { Hindsight } from '../lib/protocol';
import { t } from '../lib/texts.svelte';
import { duelLay, isTheirs } from '../table/duel/duel';
import { duelPileName } from '../table/duel/duel.svelte';
import { planSaid, turnSaid } from '../table/team/hints';
import { cardIn } from '../table/tension/tension';

export function hindsightSaid({ seat, moves, advice }: Hindsight, known: Known): string {
  if (advice) return planSaid(advice.best);
  if (known.table.game === 'duel') return turnSaid(duelLays(moves, seat, known), moves);
  const [move = ''] = moves;
  const card = cardIn(move);
  if (card) return t('replay.expert_card', { value: card[0], step: card[1] });
  return t(move.endsWith('+') ? 'replay.expert_draws' : move ? 'replay.expert_last' : 'replay.expert_waits');
}

function duelLays(moves: string[], seat: number, known: Known): string {
  const lays = moves.map(duelLay).filter((lay) => lay !== null);
  return lays
    .map(({ card, pile }) =>
      t(isTheirs(pile) ? 'hint.gift' : 'hint.lay', { card, pile: duelPileName(pile, known, seat) }),
    )
    .join(t('hint.then'));
}

/** Was it played just so? The order in which cards are laid is not asked for. */
export const same = (moves: string[], played: string[]): boolean =>
  moves.toSorted().join() === played.toSorted().join();
