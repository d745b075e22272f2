/** What one can see on the four piles, without a rule: which way they go, what lies on them, how far a card is. */
import { factsOfPage } from '../../lib/games';
import type { LogLine, PileName } from '../../lib/types';

const { starts, step_back } = factsOfPage('team');

export const PILES: readonly PileName[] = ['a', 'b', 'c', 'd'];

export const rises = (pile: PileName): boolean => pile === 'a' || pile === 'b';
export const startOf = (pile: PileName): number => starts[rises(pile) ? 0 : 1] ?? 0;

/** How much of the pile's range a card uses up; below zero it gives some back. */
export const jump = (pile: PileName, top: number, card: number): number => (rises(pile) ? card - top : top - card);

/** Where the step back would fall. */
export const stepBack = (pile: PileName, top: number): number => (rises(pile) ? top - step_back : top + step_back);

export const signed = (step: number): string => (step < 0 ? `−${-step}` : `+${step}`);

const CALM = 3;
const HOT = 25;

/** How a cost looks: calm, warmer, or hot; and how warm, from 0 to 1. */
export function heatOf(cost: number): { heat: 'calm' | 'warm' | 'hot'; warmth: number } {
  const warmth = Math.min(1, Math.max(0, (cost - CALM) / (HOT - CALM)));
  return { heat: cost <= CALM ? 'calm' : cost < HOT ? 'warm' : 'hot', warmth };
}

export interface Lay {
  card: number;
  pile: PileName;
}

export function layOf(move: string): Lay | null {
  const found = /^(\d{1,2})([abcd])$/.exec(move);
  return found ? { card: Number(found[1]), pile: found[2] as PileName } : null;
}

/** Everything that lies on each pile, from the bottom. */
export function stacks(log: LogLine[], more: Lay[] = []): Record<PileName, number[]> {
  const found: Record<PileName, number[]> = { a: [], b: [], c: [], d: [] };
  for (const [, move] of log) {
    const lay = layOf(move);
    if (lay) found[lay.pile].push(lay.card);
  }
  for (const { card, pile } of more) found[pile].push(card);
  return found;
}
