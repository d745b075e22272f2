/** The duel seen from one side of the table, without a rule: `a` and `c` are below, `A` and `C` across. */
import { factsOfPage } from '../../lib/games';
import type { DuelPile, DuelView } from '../../lib/protocol';
import type { LogLine } from '../../lib/types';

const { starts } = factsOfPage('duel');

export const MINE: readonly DuelPile[] = ['a', 'c'];
export const THEIRS: readonly DuelPile[] = ['A', 'C'];
export const DUEL_PILES: readonly DuelPile[] = [...MINE, ...THEIRS];

export const isTheirs = (pile: DuelPile): boolean => pile === 'A' || pile === 'C';
export const climbs = (pile: DuelPile): boolean => pile === 'a' || pile === 'A';
export const beginning = (pile: DuelPile): number => starts[climbs(pile) ? 0 : 1] ?? 0;

const ACROSS: Record<DuelPile, DuelPile> = { a: 'A', c: 'C', A: 'a', C: 'c' };

/** The same pile as the player across names it. */
export const across = (pile: DuelPile): DuelPile => ACROSS[pile];

/** The tops, which come as seat 0 up and down, seat 1 up and down, as they lie for whoever sits below. */
export function tops(piles: DuelView['piles'], below: number): Record<DuelPile, number> {
  const [up, down, otherUp, otherDown] = piles;
  return below === 1 ? { a: otherUp, c: otherDown, A: up, C: down } : { a: up, c: down, A: otherUp, C: otherDown };
}

export interface Laid {
  card: number;
  owner: number;
}

export function duelLay(move: string): { card: number; pile: DuelPile } | null {
  const found = /^(\d{1,2})([acAC])$/.exec(move);
  return found ? { card: Number(found[1]), pile: found[2] as DuelPile } : null;
}

/** Everything that lies on each pile, from the bottom, with whose card it is. */
export function duelStacks(log: LogLine[], below: number): Record<DuelPile, Laid[]> {
  const found: Record<DuelPile, Laid[]> = { a: [], c: [], A: [], C: [] };
  for (const [seat, move] of log) {
    const lay = duelLay(move);
    if (lay && seat !== null) found[seat === below ? lay.pile : across(lay.pile)].push({ card: lay.card, owner: seat });
  }
  return found;
}

/** How far a card goes on in the pile's direction: below zero it gives room back. */
export const stride = (pile: DuelPile, top: number, card: number): number => (climbs(pile) ? card - top : top - card);
