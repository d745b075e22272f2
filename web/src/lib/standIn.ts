/** Stands in for a table's connection where there is no table: shows one state, and receives no news. */
import { Refused } from './api';
import type { TableConnection } from './connection.svelte';
import type { Known } from './fold';
import type { OkMessage } from './protocol';
import type { Act } from './types';

const refuse = (): Promise<never> => Promise.reject(new Refused({ code: 'illegal', reason: 'game_over' }));

/** Acts go to `act` one after another, since the one before may still be on its way; without it all are refused. */
export function standIn(look: () => Known | null, act: (act: Act) => Promise<void> = refuse): TableConnection {
  let before: Promise<unknown> = Promise.resolve();
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
    act(one: Act): Promise<OkMessage> {
      const done = before.then(() => act(one)).then(() => ({ type: 'ok' }) as OkMessage);
      before = done.catch(() => undefined);
      return done;
    },
    close: () => undefined,
  };
  return at as unknown as TableConnection;
}
