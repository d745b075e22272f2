/** A puzzle being solved on the table's own parts: the server says what is legal, and what is right. */
import { asMe } from '../lib/api';
import type { TableConnection } from '../lib/connection.svelte';
import type { Known } from '../lib/fold';
import type { PuzzleAnswered, PuzzleHint, PuzzlePosition, PuzzleShown, PuzzleVerdict } from '../lib/protocol';
import { standIn } from '../lib/standIn';
import { t } from '../lib/texts.svelte';
import type { Act, TableInfo } from '../lib/types';

const MOST_HINTS = 3;

/** How many cards were laid in this turn. */
const laidIn = (view: PuzzlePosition['view']): number => ('turn' in view ? view.turn.laid : 0);

export class Solving {
  moves = $state.raw<string[]>([]);
  hints = $state.raw<PuzzleHint[]>([]);
  verdict = $state.raw<PuzzleVerdict | null>(null);
  judging = $state(false);
  #position = $state.raw<PuzzlePosition>() as PuzzlePosition;

  /** Stands in for a table's connection. */
  readonly at: TableConnection;
  readonly known: Known = $derived.by(() => this.#known());
  readonly hands: number[][] | null = $derived.by(() => this.#position.hands);
  readonly stock: number[] | null = $derived.by(() => this.#position.stock);
  readonly open: boolean = $derived(this.verdict === null);
  readonly moreHints: boolean = $derived(this.open && this.hints.length < MOST_HINTS);

  constructor(
    readonly puzzle: PuzzleShown,
    readonly answered: (answer: PuzzleAnswered) => void,
    readonly run: string | null = null,
  ) {
    this.#position = puzzle.position;
    this.at = standIn(
      () => this.known,
      (act) => this.#act(act),
    );
  }

  #known(): Known {
    const { view, said } = this.#position;
    const mayUndo = this.open && !this.judging && laidIn(view) > 0;
    const name = (seat: number): string => (seat === view.seat ? t('seats.you') : t('puzzle.seat', { n: seat + 1 }));
    const seats = view.hands.map((_, seat) => ({ kind: 'person', name: name(seat), bot: null, deputy: null }));
    return {
      n: this.moves.length,
      you: { seat: view.seat, name: '', host: false, muted: [] },
      table: {
        id: this.puzzle.id,
        game: this.puzzle.game,
        players: view.players,
        options: view.options,
        phase: 'playing',
        seats,
        undo: mayUndo,
      } as unknown as TableInfo,
      view: this.open && !this.judging ? view : { ...view, moves: [], to_move: this.open ? view.to_move : null },
      signals: said,
      chat: [],
      here: seats.map(() => true),
      watching: 0,
    };
  }

  async #act(act: Act): Promise<void> {
    if (act.type === 'move') await this.#lay([...this.moves, act.move]);
    else if (act.type === 'undo') await this.#lay(this.moves.slice(0, -1), true);
    else if (act.type === 'hint') await this.hint();
  }

  async #lay(moves: string[], back = false): Promise<void> {
    const found = await this.#ask<PuzzlePosition>('moves', { moves });
    this.moves = moves;
    this.#position = found;
    const turnOver = this.puzzle.kind === 'lay_all' && laidIn(found.view) === 0;
    if (!back && (found.complete || turnOver)) await this.answer();
  }

  /** Let the server judge what was laid; with `null`, give up. */
  async answer(moves: string[] | null = this.moves): Promise<void> {
    this.judging = true;
    try {
      const run = this.run === null ? {} : { run: this.run };
      const answer = await this.#ask<PuzzleAnswered>('answer', { moves, ...run });
      if (answer.verdict.right !== null) this.verdict = answer.verdict;
      this.answered(answer);
    } finally {
      this.judging = false;
    }
  }

  async hint(): Promise<void> {
    if (!this.moreHints) return;
    const number = this.hints.length + 1;
    const hint = await this.#ask<PuzzleHint>('hint', { number });
    if (this.hints.length < number) this.hints = [...this.hints, hint];
  }

  /** Lay the puzzle out as it was. */
  again(): void {
    this.moves = [];
    this.#position = this.puzzle.position;
  }

  #ask<T>(what: string, body: unknown): Promise<T> {
    return asMe<T>('POST', `/api/puzzles/${this.puzzle.id}/${what}`, body);
  }
}
