/** Who is asked how the first turn begins (C4). */
import type { Known } from '../../lib/fold';

/** May the reader start at once: the host, before the first turn, with nobody to agree with but bots? */
export function startsAlone({ you, table }: Known): boolean {
  if (you.seat === null || !you.host || table.phase !== 'starting') return false;
  if (table.practice) return false; // a lesson asks the whole question
  return table.players > 1 && table.seats.every(({ kind }, seat) => seat === you.seat || kind === 'bot');
}
