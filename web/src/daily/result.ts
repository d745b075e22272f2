/** What came of a deal of the day, in words, and without a card. */
import { TEAM_CARDS, type DayResult, type DayTable } from '../lib/protocol';
import { t } from '../lib/texts.svelte';

export function words(game: string, { won, score }: DayResult): string {
  if (game !== 'duel') return won ? t('daily.won') : t('daily.left', { n: score });
  const cards = score === 0 ? t('daily.level') : t(score < 0 ? 'daily.ahead' : 'daily.behind', { n: Math.abs(score) });
  return `${t(won ? 'daily.duel_won' : 'daily.duel_lost')}, ${cards}`;
}

/** To be sent to friends: a tide of ten waves tells how much of the deck went down. */
export function toShare(table: DayTable, mine: DayResult, day: string, link: string): string {
  const full = table.game === 'duel' ? null : Math.floor((10 * (TEAM_CARDS - mine.score)) / TEAM_CARDS);
  return [
    `${t('app.name')} · ${t(`game.${table.game}`)} · ${day}`,
    [words(table.game, mine), t('daily.place', { place: mine.place, n: table.results.length })].join(' · '),
    ...(full === null ? [] : ['▰'.repeat(full) + '▱'.repeat(10 - full)]),
    link,
  ].join('\n');
}
