/** A lesson being played: its table, how far the learner is, and what went wrong. */
import { announce } from '../lib/announce.svelte';
import { ask, asMe, Refused } from '../lib/api';
import { TableConnection } from '../lib/connection.svelte';
import type { LessonShown, Lessons, LessonStep, Opened } from '../lib/protocol';
import { t } from '../lib/texts.svelte';
import type { News, View } from '../lib/types';
import { sentence } from '../lib/why';
import { actOf, isMove, layOf, pileSaid, type PileAt } from './acts';

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

interface Done {
  text: string;
  expected: boolean;
}

export class LessonPlay {
  lesson = $state.raw<LessonShown | null>(null);
  at = $state.raw<TableConnection | null>(null);
  done = $state.raw<Done[]>([]); // moves and words since the lesson began
  chosen = $state<string | null>(null);
  wrong = $state.raw<{ key: number; text: string; tried: string } | null>(null);
  failed = $state.raw<Refused | null>(null);
  #wrongs = 0;
  #closed = false;

  readonly step: number = $derived(this.done.filter((one) => one.expected).length);
  readonly strayed: boolean = $derived(this.done.some((one) => !one.expected));
  readonly steps: LessonStep[] = $derived(this.lesson?.steps ?? []);
  readonly next: LessonStep | null = $derived(this.strayed ? null : (this.steps[this.step] ?? null));
  readonly finished: boolean = $derived(this.steps.length > 0 && this.step >= this.steps.length && !this.strayed);
  readonly view: View | null = $derived.by(() => this.at?.known?.view ?? null);
  readonly phase = $derived.by(() => this.at?.table?.phase ?? null);
  readonly duel: boolean = $derived(this.lesson?.game === 'duel');
  readonly mayUndo: boolean = $derived.by(() => this.view?.to_move === 0 && (this.at?.table?.undo ?? false));
  /** Somebody else plays, or the clock runs: nothing to press. */
  readonly waits: boolean = $derived.by(() => {
    if (this.phase === 'countdown') return true;
    const expected = this.next?.expect[0];
    if (!expected || !isMove(expected) || this.phase !== 'playing') return false;
    return !this.view?.moves.includes(expected);
  });
  /** What to press: a card, a pile, or something else. */
  readonly shown: string | null = $derived(this.waits ? null : (this.next?.expect[0] ?? null));
  readonly shownLay = $derived(this.shown === null ? null : layOf(this.shown));

  async open(id: string): Promise<void> {
    this.failed = null;
    try {
      const lesson = (await lessons()).get(id);
      if (!lesson) throw new Refused('lesson', 'there is no such lesson');
      const { id: table } = await asMe<Opened>('POST', '/api/practice', { lesson: id });
      if (this.#closed) return;
      this.lesson = lesson;
      this.at = new TableConnection(table);
      this.at.onNews((news) => this.#heard(news));
    } catch (wrong) {
      this.failed = wrong instanceof Refused ? wrong : new Refused('fault', String(wrong));
    }
  }

  close(): void {
    this.#closed = true;
    this.at?.close();
  }

  choose(card: string | null): void {
    this.chosen = this.chosen === card ? null : card;
    this.wrong = null;
  }

  lay(pile: PileAt, card = this.chosen): void {
    if (card === null) this.#say(t('pile.choose_first'), '');
    else void this.do(`${card}${pile}`);
  }

  fits(card: string, pile: PileAt): boolean {
    return this.view?.moves.includes(`${card}${pile}`) ?? false;
  }

  async do(text: string): Promise<void> {
    if (!this.at) return;
    this.wrong = null;
    const words = this.done.length;
    try {
      await this.at.act(actOf(text));
      if (layOf(text)) this.chosen = null;
      const expected = !this.strayed && (this.next?.expect.includes(text) ?? false);
      if (expected || isMove(text)) this.done = [...this.done.slice(0, words), { text, expected }];
    } catch (refused) {
      this.#refuse(refused, text);
    }
  }

  async undo(): Promise<void> {
    try {
      await this.at?.act({ type: 'undo' });
      const last = this.done.findLastIndex((one) => isMove(one.text));
      this.done = this.done.filter((_, place) => place !== last);
      this.wrong = null;
    } catch (refused) {
      this.#refuse(refused, '');
    }
  }

  /** From the first step, at the same table. */
  async again(): Promise<void> {
    try {
      await this.at?.act({ type: 'start' });
      this.done = [];
      this.chosen = null;
      this.wrong = null;
    } catch (refused) {
      this.#refuse(refused, '');
    }
  }

  #refuse(refused: unknown, text: string): void {
    const lay = layOf(text);
    const view = this.view;
    const values: Record<string, string | number> = { n: view?.minimum ?? 0 };
    if (lay) values['card'] = lay.card.replace('/', ' ±');
    if (lay?.pile && view) {
      values['pile'] = pileSaid(lay.pile, this.duel);
      values['top'] = this.top(lay.pile) ?? 0;
    }
    this.#say(sentence(refused, values), text);
  }

  #say(text: string, tried: string): void {
    this.wrong = { key: ++this.#wrongs, text, tried };
    announce(text);
  }

  top(pile: PileAt): number | undefined {
    const place = this.duel ? 'acAC'.indexOf(pile) : 'abcd'.indexOf(pile);
    return (this.view?.piles as number[] | undefined)?.[place];
  }

  name(seat: number): string {
    return this.at?.table?.seats[seat]?.kind === 'bot' ? t('board.partner', { n: seat }) : t('board.you');
  }

  /** What the others do, for who listens. */
  #heard(news: News): void {
    for (const event of news.events) {
      if (!('seat' in event)) continue;
      if (event.event === 'laid' && event.seat !== 0) {
        const name = this.name(event.seat);
        const card = Array.isArray(event.card) ? event.card.join(' ±') : event.card;
        const pile = 'pile' in event ? pileSaid(mirrored(event.pile, this.duel), this.duel) : t('board.pile');
        announce(t('board.they_laid', { name, card, pile }));
      }
      if (event.event === 'drew' && event.seat === 0 && event.cards) {
        announce(
          t('board.drew', {
            cards: event.cards.map((card) => (Array.isArray(card) ? card.join(' ±') : card)).join(', '),
          }),
        );
      }
    }
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

/** A pile of the duel as the other seat names it, as the learner does. */
function mirrored(pile: PileAt, duel: boolean): PileAt {
  if (!duel) return pile;
  return { a: 'A', c: 'C', A: 'a', C: 'c' }[pile as 'a' | 'c' | 'A' | 'C'] as PileAt;
}
