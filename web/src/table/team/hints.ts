/** What the expert would do, and why, in words. */
import type { Known } from '../../lib/fold';
import { t } from '../../lib/texts.svelte';
import type { Hint, Plan, Reason } from '../../lib/types';
import { nameOf } from '../shared/describe';
import { layOf } from '../shared/piles';
import { describeTurn } from '../shared/turns';

export function describeLays({ moves, costs }: Pick<Plan, 'moves' | 'costs'>): string {
  const lays = moves.map(layOf).filter((lay) => lay !== null);
  const steps = lays.map(({ card, pile }, i) =>
    t((costs[i] ?? 0) < 0 ? 'hint.lay_trick' : 'hint.lay', { card, pile: pile.toUpperCase() }),
  );
  return steps.join(t('hint.then'));
}

export const describeTeamTurn = (moves: string[]): string => describeTurn(describeLays({ moves, costs: [] }), moves);

export const describePlan = (plan: Plan): string => describeTurn(describeLays(plan), plan.moves);

export const describeChance = (chance: number): string =>
  chance < 0.005
    ? t('hint.almost_none')
    : chance > 0.995
      ? t('hint.almost_all')
      : t('hint.about', { n: Math.round(100 * chance) });

export function describeReason({ why, pile, seat, signal, cards }: Reason, known: Known): string {
  const values = { pile: pile?.toUpperCase() ?? '', name: seat == null ? '' : nameOf(known, seat), n: cards ?? 0 };
  if (why === 'heeds' || why === 'despite')
    return t(`hint.why.${why}_${signal === 'small' ? 'small' : 'mine'}`, values);
  return t(`hint.why.${why}`, values);
}

/** The whole hint, for screen readers. */
export const describeHint = ({ best, why }: Hint, known: Known): string =>
  [describePlan(best), describeChance(best.chance), ...why.map((one) => describeReason(one, known))].join(' ');
