/** A table where cards are laid in turn, as one seat plays it: the chosen card, cards on their way, and what the server makes of them. */
import { announce } from '../../lib/announce.svelte';
import type { TableConnection } from '../../lib/connection.svelte';
import type { Known } from '../../lib/fold';
import { busy, meant } from '../../lib/keys';
import { comesFrom, nodeAt, whereIs } from '../../lib/motion';
import { settings } from '../../lib/settings.svelte';
import { play } from '../../lib/sound';
import { t } from '../../lib/texts.svelte';
import type { Act, GameEvent, News, PileName, TeamView } from '../../lib/types';
import type { DuelView } from '../../lib/protocol';
import { explain, type Explanation } from '../../lib/why';
import { nameOf } from './describe';
import type { Panels } from './play';
import { startsAlone } from './starting';
import { turnsMade } from './turns';

export interface Lay<P> {
  card: number;
  pile: P;
}

const FRESH = 5000; // milliseconds that newly drawn cards are marked

export abstract class Laying<P extends string, V extends TeamView | DuelView> {
  chosen = $state<number | null>(null);
  dragged = $state<number | null>(null);
  over = $state<P | null>(null); // the pile a dragged card is held over
  sent = $state.raw<Lay<P>[]>([]); // laid here, not yet confirmed
  wrong = $state.raw<(Explanation & { key: number }) | null>(null);
  refusedPile = $state<P | null>(null);
  pointed = $state.raw<Lay<P> | null>(null); // what a coach beside the table points at
  ending = $state(false);
  line = $state(''); // what happened last
  fresh = $state.raw<number[]>([]); // cards drawn just now
  #marking: ReturnType<typeof setTimeout> | undefined;
  #wrongs = 0;
  #begun = false; // asked to start, and not answered yet

  readonly known: Known | null = $derived.by(() => this.at.known);
  readonly view: V | null = $derived(this.known?.view as V | null);
  readonly me: number | null = $derived(this.known?.you.seat ?? null);
  readonly myTurn: boolean = $derived(this.me !== null && this.view?.to_move === this.me);
  readonly waiting: Lay<P>[] = $derived(this.sent.filter(({ card }) => this.view?.hand?.includes(card)));
  readonly hand: number[] = $derived(
    (this.view?.hand ?? []).filter((card) => !this.waiting.some((lay) => lay.card === card)),
  );
  readonly moves: Set<string> = $derived(new Set(this.view?.moves ?? []));
  readonly held: number | null = $derived(this.dragged ?? this.chosen);
  readonly mayEnd: boolean = $derived(this.moves.has('.') && this.waiting.length === 0);
  readonly mayUndo: boolean = $derived(this.myTurn && (this.known?.table.undo ?? false));
  readonly owed: number = $derived(Math.max(0, (this.view?.minimum ?? 0) - this.waiting.length));
  readonly turnsMade: number = $derived(this.me === null ? Infinity : turnsMade(this.view?.log ?? [], this.me));
  /** Headline of the turn bar: whose turn it is, or what I still owe. */
  readonly head: string = $derived.by(() => {
    if (!this.known || this.view?.to_move == null) return '';
    if (!this.myTurn) return t('turn.other', { name: nameOf(this.known, this.view.to_move) });
    return this.asked() ?? (this.owed ? t('turn.owed', { n: this.owed }) : t('turn.may_end'));
  });
  /** Second line of the turn bar. */
  readonly rest: string = $derived.by(() => {
    if (!this.myTurn) return '';
    return this.waiting.length && this.at.state !== 'open' ? t('turn.waiting') : this.about();
  });

  abstract readonly piles: readonly P[];
  abstract readonly advised: Lay<P> | null; // what a hint or a coach says

  constructor(readonly at: TableConnection) {}

  abstract top(pile: P): number;
  /** How far a card is from a pile's top, in the pile's direction: below zero it gives room back. */
  abstract jump(pile: P, card: number): number;
  abstract pileLabel(pile: P): string;
  /** The key of a pile, and the pile of a key. */
  abstract pileKey(pile: P): string;
  abstract fitsLabel(piles: P[]): string;
  abstract keyed(key: PileName): P;
  /** What is on a card beside its number, in words. */
  abstract marks(card: number): string[];
  /** What the button at the end of a turn says. */
  abstract endLabel(): string;
  /** Where drawn cards come from. */
  protected abstract stock(): string;
  /** What somebody's pile is called at my side of the table. */
  protected abstract here(pile: P, seat: number): P;
  protected abstract about(): string;
  protected abstract describe(news: News, before: Known): string[];
  protected abstract won(event: Extract<GameEvent, { event: 'over' }>): boolean;

  /** What a command asks for instead of a number of cards. */
  protected asked(): string | null {
    return null;
  }

  /** What others have laid on a pile since my last card, until I lay again. */
  lately(pile: P): { card: number; seat: number }[] {
    const log = this.view?.log ?? [];
    const last = log.findLastIndex(([seat]) => seat === this.me);
    if (this.me === null || last < 0 || this.waiting.length) return [];
    return log.slice(last + 1).flatMap(([seat, move]) => {
      const [, card, letter] = /^(\d+)(\w)$/.exec(move) ?? [];
      const mine = seat !== null && letter !== undefined && this.here(letter as P, seat) === pile;
      return mine ? [{ card: Number(card), seat }] : [];
    });
  }

  /** What the held card costs on a pile, where the server lets it be laid. */
  cost(pile: P): number | null {
    const { held } = this;
    return held === null || !this.fits(held, pile) ? null : this.jump(pile, held);
  }

  fits(card: number, pile: P): boolean {
    return this.moves.has(`${card}${pile}`) && !this.waiting.some((lay) => lay.pile === pile);
  }

  /** Whoever takes a card before the first turn, among bots, starts. */
  begin(): void {
    if (this.#begun || !this.known || !startsAlone(this.known)) return;
    this.#begun = true;
    void this.try({ type: 'starter', seat: this.me ?? 0 }).then(() => (this.#begun = false));
  }

  choose(card: number | null): void {
    this.begin();
    this.chosen = this.chosen === card ? null : card;
    this.wrong = null;
  }

  /** A pile was pressed. */
  press(pile: P): void {
    if (this.held === null) this.complain({ text: t('pile.choose_first'), clause: '' });
    else void this.lay(pile);
  }

  /** Lay the card that is held, from where it is now. */
  async lay(pile: P, card = this.held): Promise<void> {
    if (card === null || !this.hand.includes(card)) return;
    const after = this.hand[this.hand.indexOf(card) + 1] ?? this.hand[this.hand.indexOf(card) - 1];
    const inFocus = nodeAt(`card ${card}`)?.contains(document.activeElement) ?? false;
    const lay = { card, pile };
    this.wrong = null;
    if (this.myTurn && (this.fits(card, pile) || this.waiting.length > 0)) {
      comesFrom(`pile ${pile} ${card}`, whereIs(`card ${card}`));
      play(this.jump(pile, card) < 0 ? 'trick' : 'lay');
      this.sent = [...this.sent, lay];
      if (this.chosen === card) this.chosen = null;
      if (inFocus && after !== undefined) requestAnimationFrame(() => focusCard(after));
    }
    try {
      await this.at.act({ type: 'move', move: `${card}${pile}` });
      this.sent = this.sent.filter((one) => one !== lay);
    } catch (refused) {
      comesFrom(`hand ${card}`, `pile ${pile}`);
      this.sent = this.sent.filter((one) => one !== lay);
      this.refused(refused);
      this.refusedPile = pile;
      setTimeout(() => (this.refusedPile = null), 500);
      if (inFocus) requestAnimationFrame(() => focusCard(card));
    }
  }

  async end(): Promise<void> {
    this.ending = true;
    await this.try({ type: 'move', move: '.' });
    this.ending = false;
  }

  async undo(): Promise<void> {
    await this.try({ type: 'undo' });
  }

  /** Ask for a hint, where there are any. */
  async ask(): Promise<void> {}

  letGo(): void {
    this.chosen = null;
    this.wrong = null;
  }

  protected refused(wrong: unknown): void {
    this.complain(explain(wrong, { pile: (letter) => this.pileLabel(letter as P) }));
  }

  protected async try(act: Act): Promise<void> {
    this.wrong = null;
    try {
      await this.at.act(act);
    } catch (refused) {
      this.refused(refused);
    }
  }

  complain(why: Explanation): void {
    this.wrong = { ...why, key: ++this.#wrongs };
    announce(why.text);
    play('no');
  }

  /** Does what a key means here. */
  keyDown(event: KeyboardEvent, panels: Panels): void {
    const means = busy(event.target, event.key) ? null : meant(event, settings.keys);
    if (!means || this.known?.table.phase === 'over') return;
    event.preventDefault();
    if ('card' in means) return this.#pick(this.hand[means.card]);
    switch (means.deed) {
      case 'a':
      case 'b':
      case 'c':
      case 'd':
        return this.press(this.keyed(means.deed));
      case 'end':
        if (this.myTurn) void this.end();
        return;
      case 'undo':
        if (this.myTurn) void this.undo();
        return;
      case 'hint':
        if (this.myTurn) void this.ask();
        return;
      case 'help':
        return panels.help();
      case 'talk':
        return panels.talk();
      case 'let_go':
        return this.letGo();
      case 'left':
        return this.#walk(-1);
      case 'right':
        return this.#walk(1);
    }
  }

  #pick(card: number | undefined): void {
    if (card === undefined) return;
    if (this.chosen !== card) this.choose(card);
    focusCard(card);
  }

  #walk(by: 1 | -1): void {
    const now = this.chosen === null ? (by > 0 ? -1 : this.hand.length) : this.hand.indexOf(this.chosen);
    const card = this.hand[now + by];
    if (card !== undefined) focusCard(card);
  }

  /** Announces, animates and sounds what happens; returns the unsubscribe function. */
  follow(): () => void {
    return this.at.onNews((news, before) => this.heard(news, before));
  }

  protected heard(news: News, before: Known): void {
    const lines = this.describe(news, before);
    for (const line of lines) announce(line);
    if (lines.length && news.what.kind !== 'chat') this.line = lines.join(' ');
    if (this.chosen !== null && !this.view?.hand?.includes(this.chosen)) this.chosen = null;
    if (news.what.kind === 'undone') this.#takenBack(before);
    if (news.what.kind === 'dealt') {
      this.sent = [];
      this.view?.hand?.forEach((card, nth) => comesFrom(`hand ${card}`, this.stock(), nth));
    }
    for (const event of news.events) this.#flight(event, before);
  }

  #takenBack(before: Known): void {
    const [, card, pile] = /^(\d+)(\w)$/.exec(before.view?.log.at(-1)?.[1] ?? '') ?? [];
    if (card) comesFrom(`hand ${card}`, `pile ${pile}`);
  }

  /** Shows for a moment which cards are new. */
  #mark(cards: number[]): void {
    this.fresh = cards;
    clearTimeout(this.#marking);
    this.#marking = setTimeout(() => (this.fresh = []), FRESH);
  }

  #flight(event: GameEvent, before: Known): void {
    const mine = 'seat' in event && event.seat === before.you.seat;
    switch (event.event) {
      case 'laid': {
        if (!('pile' in event)) return;
        const { card, seat, trick } = event;
        if (mine && this.sent.some((lay) => lay.card === card)) return; // it flew when it was laid
        comesFrom(`pile ${this.here(event.pile as P, seat)} ${card}`, mine ? `card ${card}` : `seat ${seat}`);
        return play(trick || ('gift' in event && event.gift) ? 'trick' : 'lay');
      }
      case 'drew':
        if (!event.cards) return;
        event.cards.forEach((card, nth) => comesFrom(`hand ${String(card)}`, this.stock(), nth));
        this.#mark(event.cards as number[]);
        return play('draw');
      case 'burning':
        return play('fire');
      case 'turn':
        if (mine) play('turn');
        return;
      case 'over':
        return play(this.won(event) ? 'won' : 'lost');
    }
  }
}

export function focusCard(card: number): void {
  (nodeAt(`card ${card}`) as HTMLElement | undefined)?.focus();
}
