/** How a number looks: its colour and how high the water stands. */

import { factsOfPage, FIRE_CARDS } from '../lib/games';

export const HIGHEST = (factsOfPage('team').starts[1] ?? 100) - 1;
const LOWEST = 2;

const share = (value: number, highest: number): number =>
  Math.min(1, Math.max(0, (value - LOWEST) / (highest - LOWEST)));

/** From the orange of the shallows to the violet of the deep. */
export const hue = (value: number, highest = HIGHEST): number => Math.round(28 + 250 * share(value, highest));

/** The part of a card under water. */
export const level = (value: number, highest = HIGHEST): number => 0.13 + 0.71 * share(value, highest);

const TURNED: Record<string, string> = { '0': '0', '1': '1', '6': '9', '8': '8', '9': '6' };

/** Is it another number upside down? Then a line under it says which way it stands. */
export function ambiguous(value: number): boolean {
  const turned = [...String(value)]
    .reverse()
    .map((digit) => TURNED[digit] ?? 'x')
    .join('');
  return /^[1-9]\d*$/.test(turned) && Number(turned) !== value;
}

/** Is a flame printed on it (F1)? */
export const isFire = (value: number): boolean => FIRE_CARDS.has(value);

/** A surface of `waves` waves across a field of 100 × 140, closed below; `turn` begins with a trough. */
export function surface(height: number, swell: number, turn: boolean): string {
  const y = 140 * (1 - height);
  const first = turn ? swell : -swell;
  return `M0 ${y.toFixed(1)}q12.5 ${first} 25 0t25 0t25 0t25 0V140H0z`;
}

/** What stands for a name on a face: its first letter, or a whole emoji. */
export function initial(name: string): string {
  const first = 'Segmenter' in Intl ? [...new Intl.Segmenter().segment(name)][0]?.segment : [...name][0];
  return first?.toLocaleUpperCase() ?? '?';
}

const COLOURS = ['#ffc857', '#7bd3c7', '#ff9478', '#b9a8ff', '#9fd86b'];

/** The colour of a seat. */
export const seatColour = (seat: number): string => COLOURS[seat % COLOURS.length] ?? '#ffc857';
