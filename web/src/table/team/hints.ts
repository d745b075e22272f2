/** What the expert would do, and why, in words. */
import type { Known } from '../../lib/fold';
import { t } from '../../lib/texts.svelte';
import type { Hint, Plan, Reason } from '../../lib/types';
import { nameOf } from '../shared/happened';
import { layOf } from '../shared/piles';
import { turnSaid } from '../shared/turns';

export function laysSaid({ moves, costs }: Pick<Plan, 'moves' | 'costs'>): string {
  const lays = moves.map(layOf).filter((lay) => lay !== null);
  const said = lays.map(({ card, pile }, i) =>
    t((costs[i] ?? 0) < 0 ? 'hint.lay_trick' : 'hint.lay', { card, pile: pile.toUpperCase() }),
  );
  return said.join(t('hint.then'));
}

export const teamTurnSaid = (moves: string[]): string => turnSaid(laysSaid({ moves, costs: [] }), moves);

export const planSaid = (plan: Plan): string => turnSaid(laysSaid(plan), plan.moves);

export const chanceSaid = (chance: number): string =>
  chance < 0.005
    ? t('hint.almost_none')
    : chance > 0.995
      ? t('hint.almost_all')
      : t('hint.about', { n: Math.round(100 * chance) });

export function reasonSaid({ why, pile, seat, cards }: Reason, known: Known): string {
  const values = { pile: pile?.toUpperCase() ?? '', name: seat == null ? '' : nameOf(known, seat), n: cards ?? 0 };
  return t(`hint.why.${why}`, values);
}

/** All of it, for who listens. */
export const hintSaid = ({ best, why }: Hint, known: Known): string =>
  [planSaid(best), chanceSaid(best.chance), ...why.map((one) => reasonSaid(one, known))].join(' ');
