/** Tension in the page: names for cards and keys, the moment of go. What fits is the server's to say. */
import type { TensionCard } from '../../lib/protocol';

export const cardText = ([value, step]: TensionCard): string => `${value}/${step}`;

/** The card in a move like `0:7/3`; undefined for a draw or a last card. */
export function cardIn(move: string): TensionCard | undefined {
  const found = /^(?:\d+:)?(\d+)\/(\d+)$/.exec(move);
  return found ? [Number(found[1]), Number(found[2])] : undefined;
}

export interface Held {
  key: string;
  card: TensionCard;
}

/** A hand in order, each card with a name of its own: the first 7/3 stays the first 7/3 whatever else comes or goes. */
export function held(hand: TensionCard[]): Held[] {
  const seen = new Map<string, number>();
  return [...hand]
    .sort(([a, b], [c, d]) => a - c || b - d)
    .map((card) => {
      const text = cardText(card);
      const nth = seen.get(text) ?? 0;
      seen.set(text, nth + 1);
      return { key: `${text}#${nth}`, card };
    });
}

/** The card a key lays: of several with its value the one with the smallest step, or the largest. */
export function cardFor(hand: Held[], value: number, largest = false): Held | undefined {
  const found = hand.filter(({ card }) => card[0] === value);
  return largest ? found.at(-1) : found[0];
}

/** Whole seconds still to be counted: 3, 2, 1, and 0 from the moment of go. */
export const counted = (goAt: number, now: number): number => Math.max(0, Math.ceil((goAt - now) / 1000));

const REACTION = 300; // milliseconds from seeing to pressing

/** The newest entry to which a press at this moment can be a reaction: a card that came later makes it late, not wrong. */
export function aimedAt(seen: { n: number; at: number }[], now: number): number | null {
  return (seen.findLast(({ at }) => now - at >= REACTION) ?? seen[0])?.n ?? null;
}

/** How a card lies on the pile: never quite straight, always the same for its place. */
export const tilt = (place: number): number => (((place * 47) % 13) - 6) * 1.4;

/** The server's clock minus ours, from the ping with the shortest round trip. */
export function clockAhead(asked: { sent: number; now: number; heard: number }[]): number | undefined {
  const best = asked.toSorted((a, b) => a.heard - a.sent - (b.heard - b.sent))[0];
  return best && best.now - (best.sent + best.heard) / 2;
}
