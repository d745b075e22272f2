/** What is played at a table, in a few words. */
import { maybe, t } from '../lib/texts.svelte';
import type { TableInfo } from '../lib/types';

export function gameTitle({ game, options, daily }: Pick<TableInfo, 'game' | 'options'> & { daily?: string | null }): string {
  const chosen = Object.entries(options)
    .filter(([, on]) => on)
    .map(([name]) => maybe(`option.${name}`) ?? name);
  return [t(`game.${game}`), ...chosen, ...(daily ? [t('title.daily', { day: daily })] : [])].join(' · ');
}
