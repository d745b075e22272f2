/** What is played at a table, and by whom, in a few words. */
import { maybe, region, t } from '../../lib/texts.svelte';
import type { TableInfo } from '../../lib/types';

interface Named {
  name: string;
  bot: string | null;
}

/** What everybody at a table is called; bots have a name in every language, and those of one kind are numbered. */
export function seatNames(seats: Named[]): string[] {
  return seats.map(({ name, bot }, seat) => {
    if (!bot) return name;
    const alike = seats.flatMap((one, nth) => (one.bot === bot ? [nth] : []));
    const called = maybe(`bot.${bot}`) ?? name;
    return alike.length > 1 ? `${called} ${alike.indexOf(seat) + 1}` : called;
  });
}

interface Played extends Pick<TableInfo, 'game' | 'options'> {
  daily?: string | null;
  clock?: number | null;
  days?: number | null;
  commands?: TableInfo['commands'];
  tournament?: unknown;
}

const dayOf = (day: string): string =>
  new Intl.DateTimeFormat(region(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

export function gameTitle({ game, options, daily, clock, days, commands, tournament }: Played): string {
  const chosen = Object.entries(options)
    .filter(([, on]) => on)
    .map(([name]) => maybe(`option.${name}`) ?? name);
  const more = [
    commands === 'shuffled' && t('option.shuffled'),
    tournament && t('lobby.tournament'),
    clock && t('lobby.clock', { n: clock }),
    days !== undefined && days !== null && maybe(`days.at.${days}`),
    daily && t('title.daily', { day: dayOf(daily) }),
  ].filter(Boolean);
  return [t(`game.${game}`), ...chosen, ...more].join(' · ');
}
