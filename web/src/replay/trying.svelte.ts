/** A turn of a finished game, laid anew on the table's own parts: the server says what is legal and what it is worth. */
import { ask } from '../lib/api';
import type { TableConnection } from '../lib/connection.svelte';
import type { Known } from '../lib/fold';
import type { Tried, Verdict } from '../lib/protocol';
import { standIn } from '../lib/standIn';
import type { Act } from '../lib/types';

export class Trying {
  moves = $state.raw<string[]>([]);
  judging = $state(false);
  wrong = $state.raw<unknown>(null);
  #now = $state.raw<Tried | null>(null);

  readonly known: Known | null = $derived.by(() => {
    const now = this.#now;
    return (
      now && {
        ...this.base,
        n: this.moves.length,
        you: { ...this.base.you, seat: now.seat },
        table: { ...this.base.table, undo: this.moves.length > 0 && !this.judging },
        view: now.view,
      }
    );
  });
  /** Stands in for a table's connection. */
  readonly at: TableConnection;

  constructor(
    readonly id: string,
    readonly turn: number,
    readonly base: Known,
    readonly judged: (verdict: Verdict) => void,
  ) {
    this.at = standIn(
      () => this.known,
      (act) => this.#act(act),
    );
    this.#ask([]).catch((wrong: unknown) => (this.wrong = wrong));
  }

  async #act(act: Act): Promise<void> {
    if (act.type === 'move') await this.#ask([...this.moves, act.move]);
    if (act.type === 'undo') await this.#ask(this.moves.slice(0, -1));
  }

  async #ask(moves: string[]): Promise<void> {
    this.judging = moves.at(-1) === '.';
    try {
      const found = await ask<Tried>('POST', `/api/games/${this.id}/try`, { turn: this.turn, moves });
      this.moves = moves;
      if (found.verdict) this.judged(found.verdict);
      else this.#now = found;
    } finally {
      this.judging = false;
    }
  }
}
