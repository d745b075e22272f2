/** Stands in for a table's connection in a replay: shows one state, receives no news, and refuses every act. */
import { Refused } from '../lib/api';
import type { TableConnection } from '../lib/connection.svelte';
import type { Known } from '../lib/fold';

export function onlooker(look: () => Known | null): TableConnection {
  const at = {
    get known() {
      return look();
    },
    get table() {
      return look()?.table;
    },
    state: 'open',
    serverNow: 0,
    ahead: 0,
    onNews: () => () => undefined,
    onSignals: () => () => undefined,
    act: () => Promise.reject(new Refused({ code: 'illegal', reason: 'game_over' })),
    close: () => undefined,
  };
  return at as unknown as TableConnection;
}
