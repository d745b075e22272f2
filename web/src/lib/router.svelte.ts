/** Which page is open, from the address. */

import { href, inside, ROOT } from './root';

export type Page =
  | { name: 'start' | 'lobby' | 'days' | 'learn' | 'rules' | 'daily' | 'puzzles' | 'games' | 'settings' | 'missing' }
  | { name: 'table' | 'replay'; id: string }
  | { name: 'join'; code: string }
  | { name: 'tv'; id: string }
  | { name: 'puzzles'; what: string }
  | { name: 'rules' | 'learn' | 'daily'; game: string };

const SIMPLE = ['lobby', 'days', 'rules', 'learn', 'daily', 'puzzles', 'games', 'settings'] as const;
const OF_GAME = ['rules', 'learn', 'daily'] as const;

export function pageOf(path: string): Page {
  const [first = '', second, ...more] = path.split('/').filter(Boolean);
  if (!first) return { name: 'start' };
  if (more.length) return { name: 'missing' };
  if (second === undefined) {
    const name = SIMPLE.find((one) => one === first);
    return name ? { name } : { name: 'missing' };
  }
  if (first === 't' && /^[a-z]{5}$/i.test(second)) return { name: 'join', code: second }; // a table's id is longer
  if (first === 't' && /^[\w-]{1,16}$/.test(second)) return { name: 'table', id: second };
  if (first === 'tv' && /^[\w-]{1,16}$/.test(second)) return { name: 'tv', id: second };
  if (first === 'g' && /^[\w-]{1,16}$/.test(second)) return { name: 'replay', id: second };
  if (first === 'puzzles' && /^(day|run|[0-9a-f]{8})$/.test(second)) return { name: 'puzzles', what: second };
  const name = OF_GAME.find((one) => one === first);
  return name ? { name, game: second } : { name: 'missing' };
}

class Router {
  path = $state('/');
  title = $state(''); // a title of the page's own, such as what is played at a table
  page = $derived(pageOf(this.path));
}
export const router = new Router();

export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  const address = href(path);
  if (address !== location.pathname + location.search)
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', address);
  router.path = inside(location.pathname);
  scrollTo(0, 0);
}

/** Follows the address; links inside the app open without loading a new page. */
export function follow(): void {
  router.path = inside(location.pathname);
  addEventListener('popstate', () => (router.path = inside(location.pathname)));
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const path = inside(link.pathname);
    if (path === link.pathname && ROOT) return; // another site's page on the same host
    if (/^\/(api|metrics)/.test(path) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(path + link.search);
  });
}
