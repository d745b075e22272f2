/** Every page, fetched when it is wanted. */
import type { Component } from 'svelte';
import type { Page } from './lib/router.svelte';

type Lazy = () => Promise<{ default: Component<never> }>;

export const PAGES: Record<Page['name'], Lazy> = {
  start: () => import('./pages/Start.svelte'),
  lobby: () => import('./pages/Lobby.svelte'),
  table: () => import('./pages/Table.svelte'),
  replay: () => import('./pages/Replay.svelte'),
  rules: () => import('./pages/Rules.svelte'),
  learn: () => import('./pages/Learn.svelte'),
  daily: () => import('./pages/Daily.svelte'),
  games: () => import('./pages/Games.svelte'),
  settings: () => import('./pages/Settings.svelte'),
  missing: () => import('./pages/Missing.svelte'),
};

/** Fetch what the address will need, all at once and not one after another; what fails is asked for again, and told then. */
export function fetchAhead(page: Page): void {
  const wanted: Promise<unknown>[] = [PAGES[page.name]()];
  if (page.name === 'table')
    wanted.push(
      import('./table/team/TeamTable.svelte'),
      import('./lib/api').then((api) => api.whoAmI()),
    );
  void Promise.allSettled(wanted);
}
