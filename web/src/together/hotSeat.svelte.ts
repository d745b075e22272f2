/** Several people at one browser: each has a seat, a connection and a token of their own; a curtain comes between them. */
import { Refused } from '../lib/api';
import { TableConnection } from '../lib/connection.svelte';
import { factsOf } from '../lib/games';
import { href } from '../lib/root';
import type { Me } from '../lib/protocol';

const KEY = 'gambero.companions';
const MOST_TABLES = 10; // whose companions are remembered

interface Companion {
  token: string;
  at: TableConnection;
}

export class HotSeat {
  others = $state.raw<Companion[]>([]);
  readonly #id: string;
  readonly #main: TableConnection;
  #looks = $state.raw<TableConnection | null>(null); // whose cards may be seen; null: nobody has said so

  constructor(id: string, main: TableConnection) {
    this.#id = id;
    this.#main = main;
    this.others = (kept()[id] ?? []).map((token) => ({ token, at: new TableConnection(id, { token }) }));
  }

  /** Everybody at this browser who has a seat. */
  get people(): TableConnection[] {
    return [this.#main, ...this.others.map(({ at }) => at)].filter((at) => at.known?.you.seat != null);
  }

  /** Who should look now: whoever of us is on turn, or has not said how gladly they would start. */
  get wanted(): TableConnection | null {
    const known = this.#main.known;
    if (!known) return null;
    const { phase, eager, game } = known.table;
    if (phase === 'starting' && factsOf(game).turns)
      return this.people.find((at) => eager[at.known?.you.seat ?? -1] === null) ?? null;
    if (phase !== 'playing') return null;
    return this.people.find((at) => at.known?.you.seat === known.view?.to_move) ?? null;
  }

  /** Must the cards be hidden? They are while the device goes from one to another, and until somebody says who looks. */
  get curtain(): boolean {
    const phase = this.#main.known?.table.phase;
    if (!this.others.length || this.people.length < 2 || phase === 'gathering' || phase === 'over') return false;
    return this.#looks === null || (this.wanted !== null && this.wanted !== this.#looks);
  }

  /** Whose table is shown. */
  get shown(): TableConnection {
    return this.#looks && this.people.includes(this.#looks) ? this.#looks : this.#main;
  }

  /** The curtain rises for somebody. */
  look(at: TableConnection): void {
    this.#looks = at;
  }

  /** Seats somebody else at this browser, as a guest of their own. Raises Refused. */
  async add(name: string): Promise<void> {
    const { token } = await newGuest(name);
    const at = new TableConnection(this.#id, { token });
    try {
      await at.act({ type: 'sit' });
    } catch (refused) {
      at.close();
      throw refused;
    }
    this.others = [...this.others, { token, at }];
    this.#keep();
  }

  async remove(one: Companion): Promise<void> {
    await one.at.act({ type: 'leave' }).catch(() => undefined); // gone either way
    one.at.close();
    this.others = this.others.filter((other) => other !== one);
    this.#keep();
  }

  close(): void {
    for (const { at } of this.others) at.close();
  }

  #keep(): void {
    const { [this.#id]: _, ...rest } = kept();
    const tokens = this.others.map(({ token }) => token);
    const all = [...Object.entries(rest), ...(tokens.length ? [[this.#id, tokens] as const] : [])];
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all.slice(-MOST_TABLES))));
    } catch {
      // a browser that keeps nothing: they play until the page is closed
    }
  }
}

/** Tokens of people at this browser beside its own, by table. */
function kept(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]>;
  } catch {
    return {};
  }
}

/** A guest beside the browser's own person: no cookie is sent or kept. */
async function newGuest(name: string): Promise<Me> {
  const answer = await fetch(href('/api/me'), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  }).catch(() => {
    throw new Refused({ code: 'offline' });
  });
  const told = (await answer.json()) as Me;
  if (!answer.ok) throw new Refused({ code: 'fault', ...(told as object) }, answer.status);
  return told;
}
