/** The HTTP side of the server: who I am, tables, finished games. */

import type { Me, Opened, OpenTable } from './protocol';
import { href } from './root';

/** Why something was not done, as the server says it. */
export interface Refusal {
  code: string;
  reason: string;
  clause: string; // of the rules, or nothing
  values: Record<string, unknown>;
  why: string; // in English
}

export class Refused extends Error {
  readonly code: string;
  readonly reason: string;
  readonly clause: string;
  readonly values: Record<string, unknown>;

  constructor(
    { code, reason = '', clause = '', values = {}, why = '' }: Partial<Refusal> & { code: string },
    readonly status = 0,
  ) {
    super(why);
    this.code = code;
    this.reason = reason;
    this.clause = clause;
    this.values = values;
  }
}

export async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(href(path), {
      method,
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused({ code: 'offline', why: 'the server cannot be reached' });
  }
  if (answer.status === 204) return undefined as T;
  let data: unknown;
  try {
    data = await answer.json();
  } catch {
    throw new Refused({ code: 'fault', why: `the server answered ${answer.status}, without words` }, answer.status);
  }
  if (answer.ok) return data as T;
  throw new Refused({ code: 'fault', ...(data as Partial<Refusal>) }, answer.status);
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

/** Forgets or replaces what `whoAmI` found: after a lost cookie, a login, another name. */
export function meAgain(now?: Me): void {
  me = now ? Promise.resolve(now) : null;
}

/** Asks as a person: becomes a guest first if needed, also when the cookie is lost meanwhile. */
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
