/** A lesson being played: its table, how far the learner is, and what went wrong. */
import { announce } from '../lib/announce.svelte';
import { ask, asMe, Refused } from '../lib/api';
import { TableConnection } from '../lib/connection.svelte';
import type { LessonShown, Lessons, LessonStep, OkMessage, Opened } from '../lib/protocol';
import { t } from '../lib/texts.svelte';
import type { Act, View } from '../lib/types';
import { explain, type Explanation } from '../lib/why';
import { actOf, isMove, layOf, means, type Lay, type PileAt } from './acts';

let book: Promise<Map<string, LessonShown>> | null = null;

/** All lessons by their id, asked for once. */
export function lessons(): Promise<Map<string, LessonShown>> {
  book ??= ask<Lessons>('GET', '/api/lessons')
    .then(({ lessons: all }) => new Map(all.map((one) => [one.id, one])))
    .catch((wrong: unknown) => {
      book = null;
      throw wrong;
    });
  return book;
}

/** A connection that reports every act to its lesson. */
class LessonTable extends TableConnection {
  constructor(
    id: string,
    readonly lesson: LessonPlay,
  ) {
    super(id);
  }

  override act(act: Act): Promise<OkMessage> {
    const answer = super.act(act);
    answer.then(
      () => this.lesson.acted(act),
      (refused: unknown) => this.lesson.refused(act, refused),
    );
    return answer;
  }
}

interface Done {
  move: boolean;
  expected: boolean;
}

export class LessonPlay {
  lesson = $state.raw<LessonShown | null>(null);
  at = $state.raw<TableConnection | null>(null);
  done = $state.raw<Done[]>([]); // moves, chat and signals since the lesson began
  wrong = $state.raw<(Explanation & { key: number; tried: string }) | null>(null);
  failed = $state.raw<Refused | null>(null);
  pileLabel = $state.raw((pile: PileAt): string => pile); // the table sets its own
  #wrongs = 0;
  #closed = false;

  readonly step: number = $derived(this.done.filter((one) => one.expected).length);
  readonly strayed: boolean = $derived(this.done.some((one) => !one.expected));
  readonly steps: LessonStep[] = $derived(this.lesson?.steps ?? []);
  readonly next: LessonStep | null = $derived(this.strayed ? null : (this.steps[this.step] ?? null));
  readonly finished: boolean = $derived(this.steps.length > 0 && this.step >= this.steps.length && !this.strayed);
  readonly view: View | null = $derived.by(() => this.at?.known?.view ?? null);
  readonly phase = $derived.by(() => this.at?.table?.phase ?? null);
  readonly mayUndo: boolean = $derived.by(() => this.view?.to_move === 0 && (this.at?.table?.undo ?? false));
  /** Somebody else plays, or the clock runs: nothing to press. */
  readonly waits: boolean = $derived.by(() => {
    if (this.phase === 'countdown') return true;
    const expected = this.next?.expect[0];
    if (!expected || !isMove(expected) || this.phase !== 'playing') return false;
    return !this.view?.moves.includes(expected);
  });
  /** The next act, in the lesson's notation. */
  readonly nextAct: string | null = $derived(this.waits ? null : (this.next?.expect[0] ?? null));
  readonly nextLay: Lay | null = $derived(this.nextAct === null ? null : layOf(this.nextAct));
  /** Has the lesson used chat or signals so far? */
  readonly talks: boolean = $derived(
    this.steps
      .slice(0, this.step + 1)
      .some(({ expect, refused }) => [...expect, ...refused].some((one) => /^(say|chat):/.test(one))),
  );

  async open(id: string): Promise<void> {
    this.failed = null;
    try {
      const lesson = (await lessons()).get(id);
      if (!lesson) throw new Refused({ code: 'lesson', reason: 'unknown' });
      const { id: table } = await asMe<Opened>('POST', '/api/practice', { lesson: id });
      if (this.#closed) return;
      this.lesson = lesson;
      this.at = new LessonTable(table, this);
    } catch (wrong) {
      this.failed = wrong instanceof Refused ? wrong : new Refused({ code: 'fault', why: String(wrong) });
    }
  }

  close(): void {
    this.#closed = true;
    this.at?.close();
  }

  /** Something was done at the table. */
  acted(act: Act): void {
    if (act.type === 'ping') return;
    this.wrong = null;
    if (act.type === 'start') this.done = [];
    else if (act.type === 'undo') {
      const last = this.done.findLastIndex((one) => one.move);
      this.done = this.done.filter((_, place) => place !== last);
    } else {
      const expected = this.next?.expect.some((text) => means(text, act)) ?? false;
      const move = act.type === 'move';
      if (expected || move) this.done = [...this.done, { move, expected }];
    }
  }

  /** Something was refused. */
  refused(act: Act, why: unknown): void {
    const tried = this.next?.refused.find((text) => means(text, act)) ?? '';
    const { text, clause } = explain(why, { pile: (letter) => this.pileLabel(letter as PileAt) });
    const elsewhere = clause === this.lesson?.id ? '' : clause; // an example stands below its own rule
    this.wrong = { key: ++this.#wrongs, text, clause: elsewhere, tried };
  }

  /** Do what a lesson writes; the table tells of a refusal. */
  do(text: string): void {
    void this.at?.act(actOf(text)).catch(() => announce(this.wrong?.text ?? ''));
  }

  undo(): void {
    void this.at?.act({ type: 'undo' }).catch(() => undefined);
  }

  /** From the first step, at the same table. */
  again(): void {
    void this.at?.act({ type: 'start' }).catch(() => undefined);
  }

  /** How it ended, in a sentence. */
  over(): string | null {
    const result = this.view?.result;
    if (!result) return null;
    const left = Array.isArray(result.left) ? (result.left[0] ?? 0) : result.left;
    if (result.won !== null)
      return t(result.won ? 'board.beaten' : `board.lost.${result.reason as 'stuck' | 'fire' | 'skull' | 'three'}`, {
        n: left,
      });
    return t(result.winners.includes(0) ? 'board.you_win' : 'board.they_win', { n: left });
  }
}
