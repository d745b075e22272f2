/** What is played at a table, and by whom, in a few words. */
import { maybe, t } from '../lib/texts.svelte';
import type { TableInfo } from '../lib/types';

/** What somebody at a table is called; bots have a name in every language. */
export const seatName = ({ name, bot }: { name: string; bot: string | null }): string => (bot && maybe(`bot.${bot}`)) || name;

export function gameTitle({ game, options, daily }: Pick<TableInfo, 'game' | 'options'> & { daily?: string | null }): string {
  const chosen = Object.entries(options)
    .filter(([, on]) => on)
    .map(([name]) => maybe(`option.${name}`) ?? name);
  return [t(`game.${game}`), ...chosen, ...(daily ? [t('title.daily', { day: daily })] : [])].join(' · ');
}
