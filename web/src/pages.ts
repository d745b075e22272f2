/** Every page, loaded lazily. */
import type { Component } from 'svelte';
import type { Page } from './lib/router.svelte';

type Lazy = () => Promise<{ default: Component<never> }>;

export const PAGES: Record<Page['name'], Lazy> = {
  start: () => import('./pages/Start.svelte'),
  lobby: () => import('./pages/Lobby.svelte'),
  join: () => import('./pages/Join.svelte'),
  tv: () => import('./pages/Tv.svelte'),
  table: () => import('./pages/Table.svelte'),
  replay: () => import('./pages/Replay.svelte'),
  rules: () => import('./pages/Rules.svelte'),
  learn: () => import('./pages/Learn.svelte'),
  days: () => import('./pages/Days.svelte'),
  daily: () => import('./pages/Daily.svelte'),
  puzzles: () => import('./pages/Puzzles.svelte'),
  games: () => import('./pages/Games.svelte'),
  settings: () => import('./pages/Settings.svelte'),
  missing: () => import('./pages/Missing.svelte'),
};

/** Start to load what the address needs, in parallel. Failures are ignored here: the page asks again and reports them. */
export function fetchAhead(page: Page): void {
  const wanted: Promise<unknown>[] = [PAGES[page.name]()];
  if (page.name === 'table')
    wanted.push(
      import('./table/team/TeamTable.svelte'),
      import('./lib/api').then((api) => api.whoAmI()),
    );
  void Promise.allSettled(wanted);
}
