/** What the review makes of the server's analysis of a finished game. */
import type { GameAnalysis as Analysis, TurnReviewed } from '../lib/protocol';

/** A chance of a seat as the one the curve shows: the team's, or that of the first side. */
export const ofFirst = (team: boolean, seat: number, chance: number): number =>
  team || seat === 0 ? chance : 1 - chance;

export const inHundred = (chance: number): number => Math.round(100 * chance);

/** The turn that a review opens with: what cost this seat most; else what cost anybody most, or turned the game. */
export function costliest({ turns, turning_points }: Pick<Analysis, 'turns' | 'turning_points'>, me: number | null) {
  const most = (some: number[]): number | undefined =>
    some.toSorted((one, other) => (turns[other]?.error ?? 0) - (turns[one]?.error ?? 0))[0];
  const judged = mistakes(turns);
  const own = judged.filter((place) => me === null || turns[place]?.seat === me);
  return most(own) ?? turning_points[0] ?? most(judged) ?? 0;
}

/** Places of the turns that were judged. */
export const mistakes = (turns: (TurnReviewed | undefined)[]): number[] =>
  turns.flatMap((turn, place) => (turn?.judgement ? [place] : []));

/** What is said of a turn beside expert's plan for it. */
export function comparison({
  forced,
  judgement,
  moves,
  best,
}: TurnReviewed): 'forced' | 'same' | 'order' | 'less' | 'close' {
  const sameCards = moves.toSorted().join() === best.toSorted().join();
  if (forced) return 'forced';
  if (judgement) return sameCards ? 'order' : 'less';
  return sameCards ? 'same' : 'close';
}

export interface Sums {
  deal: number; // what the deal was worth before the first turn
  mine: number;
  others: number;
  luck: number;
  result: number;
}

/** Where the chance went, in whole points that add up: deal + mine + others + luck = result. From the side of `me`. */
export function sums({ chances, turns }: Pick<Analysis, 'chances' | 'turns'>, me: number | null, team: boolean): Sums {
  const side = team || me !== 1 ? (chance: number) => chance : (chance: number) => 1 - chance;
  const first = me ?? 0;
  const cost = (own: boolean): number =>
    turns
      .filter(({ seat }) => (me === null && team ? !own : (seat === first) === own))
      .reduce((sum, { seat, error }) => sum + (team || seat === first ? -error : error), 0);
  const deal = inHundred(side(chances[0] ?? 0));
  const result = inHundred(side(chances.at(-1) ?? 0));
  const mine = zero(inHundred(cost(true)));
  const others = zero(inHundred(cost(false)));
  return { deal, mine, others, luck: result - deal - mine - others, result };
}

const zero = (value: number): number => value || 0; // no minus before it
