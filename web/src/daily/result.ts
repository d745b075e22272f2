/** The result of a deal of the day as text, without a card. */
import { factsOf } from '../lib/games';
import type { DayResult, DayTable, GameName, Ghost } from '../lib/protocol';
import { t } from '../lib/texts.svelte';

export function describeResult(game: GameName, { won, score }: Pick<DayResult, 'won' | 'score'>): string {
  if (factsOf(game).team) return won ? t('daily.won') : t('daily.left', { n: score });
  const cards = score === 0 ? t('daily.level') : t(score < 0 ? 'daily.ahead' : 'daily.behind', { n: Math.abs(score) });
  return `${t(won ? 'daily.duel_won' : 'daily.duel_lost')}, ${cards}`;
}

/** Did I beat a ghost? As in the table of the day: a win first, then the lower score. */
export function beaten(mine: Pick<DayResult, 'won' | 'score'>, ghost: Ghost): 'beaten' | 'level' | 'ahead' {
  const better = Number(mine.won) - Number(ghost.won) || ghost.score - mine.score;
  return better > 0 ? 'beaten' : better < 0 ? 'ahead' : 'level';
}

/** Where somebody came in the table of the day; what was played when its cards were open is practice. */
export function place(table: DayTable, { place, late }: DayResult): string {
  return late ? t('daily.practice') : t('daily.place', { place, n: table.results.length });
}

/** The result as text to share; a bar of ten signs shows how much of the deck was laid. */
export function toShare(table: DayTable, mine: DayResult, day: string, link: string): string {
  const { team, cards } = factsOf(table.game);
  const full = team ? Math.floor((10 * (cards - mine.score)) / cards) : null;
  return [
    `${t('app.name')} · ${t(`game.${table.game}`)} · ${day}`,
    [describeResult(table.game, mine), place(table, mine)].join(' · '),
    ...(full === null ? [] : ['▰'.repeat(full) + '▱'.repeat(10 - full)]),
    link,
  ].join('\n');
}
