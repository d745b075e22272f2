/** The HTTP side of the server: who I am, tables, finished games. */

import type { Me, Opened, OpenTable } from './protocol';

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly why: string,
    readonly status = 0,
  ) {
    super(why);
  }
}

export async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  if (answer.status === 204) return undefined as T;
  let data: unknown;
  try {
    data = await answer.json();
  } catch {
    throw new Refused('fault', `the server answered ${answer.status}, without words`, answer.status);
  }
  if (answer.ok) return data as T;
  const { code = 'fault', why = 'something went wrong' } = data as { code?: string; why?: string };
  throw new Refused(code, why, answer.status);
}

let me: Promise<Me> | null = null;

/** Who I am; somebody new becomes a guest. Asked once. */
export function whoAmI(): Promise<Me> {
  me ??= ask<Me>('POST', '/api/me').catch((wrong: unknown) => {
    me = null;
    throw wrong;
  });
  return me;
}

/** After a lost cookie, a login, another name. */
export function meAgain(now?: Me): void {
  me = now ? Promise.resolve(now) : null;
}

/** Ask as somebody: a guest is made where there is none, also when the cookie went missing meanwhile. */
export async function asMe<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  await whoAmI();
  try {
    return await ask<T>(method, path, body);
  } catch (wrong) {
    if (!(wrong instanceof Refused) || wrong.code !== 'who') throw wrong;
    meAgain();
    await whoAmI();
    return ask<T>(method, path, body);
  }
}

export async function openTable(wish: OpenTable): Promise<string> {
  return (await asMe<Opened>('POST', '/api/tables', wish)).id;
}
