/** Sums of the server's counts, by one label such as the game. */
import type { Counted } from '../lib/protocol';

export interface Sum {
  label: string;
  games: number;
  wins: number;
  left: number;
  brilliant: number;
  fewest: number | null;
}

/** The most played first. Cards left are an average over games. */
export function summed(by: readonly Counted[], labelOf: (cell: Counted) => string): Sum[] {
  const found = new Map<string, Sum>();
  for (const cell of by) {
    const label = labelOf(cell);
    const sum = found.get(label) ?? { label, games: 0, wins: 0, left: 0, brilliant: 0, fewest: null };
    const games = sum.games + cell.games;
    found.set(label, {
      label,
      games,
      wins: sum.wins + cell.wins,
      left: (sum.left * sum.games + cell.left * cell.games) / games,
      brilliant: sum.brilliant + cell.brilliant,
      fewest: least(sum.fewest, cell.fewest),
    });
  }
  return [...found.values()].sort((a, b) => b.games - a.games || a.label.localeCompare(b.label));
}

function least(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
