/** A table of tension as one seat plays it: cards thrown at the pile, and what the server makes of them. */
import { announce } from '../../lib/announce.svelte';
import { Refused } from '../../lib/api';
import type { TableConnection } from '../../lib/connection.svelte';
import type { Known } from '../../lib/fold';
import { busy, meantAtOnce, type KeyedAtOnce } from '../../lib/keys';
import { comesFrom } from '../../lib/motion';
import type { TensionCard, TensionLaid, TensionView } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import { play } from '../../lib/sound';
import { either, t } from '../../lib/texts.svelte';
import type { Act, GameEvent, News } from '../../lib/types';
import { sayAloud } from '../../lib/voice';
import { sentence } from '../../lib/why';
import { endOf } from '../shared/ends';
import { describeNews, nameOf } from '../shared/describe';
import type { Panels } from '../shared/play';
import { aimedAt, cardFor, cardIn, cardText, clockAhead, held, type Held } from './tension';

export interface Note {
  key: number;
  text: string;
  kind: 'late' | 'wrong' | 'other';
}

const NOTED = 2600; // milliseconds that a note stays
const PINGS = 3;

export class TensionPlay {
  sent = $state.raw<Held[]>([]); // thrown, not yet answered
  shaken = $state<string | null>(null);
  note = $state.raw<Note | null>(null);
  clause = $state(''); // the rule behind the last refusal, until the next act
  waitUntil = $state(0); // by the server's clock: a wrong card costs a moment
  waiting = $state(false);
  active = $state<number | null>(null); // who laid last
  #notes = 0;
  #seen: { n: number; at: number }[] = []; // the last messages of news, and when they came
  #timers = new Set<ReturnType<typeof setTimeout>>();

  readonly known: Known | null = $derived.by(() => this.at.known);
  readonly view: TensionView | null = $derived(this.known?.view as TensionView | null);
  readonly me: number | null = $derived(this.known?.you.seat ?? null);
  readonly phase = $derived(this.known?.table.phase ?? 'gathering');
  readonly all: Held[] = $derived(held(this.view?.hand ?? []));
  readonly thrown: Held[] = $derived(this.sent.filter(({ key }) => this.all.some((one) => one.key === key)));
  readonly hand: Held[] = $derived(this.all.filter(({ key }) => !this.thrown.some((one) => one.key === key)));
  readonly stack: number = $derived(this.me === null ? 0 : (this.view?.stock[this.me] ?? 0));
  readonly mayDraw: boolean = $derived(this.view?.moves.includes(`${this.me}:+`) ?? false);
  readonly last: boolean = $derived(this.view?.moves.includes(`${this.me}:x`) ?? false);
  /** Two cards laid count as a turn: there are none here. */
  readonly turnsMade: number = $derived(
    (this.view?.log ?? []).filter(([seat, move]) => seat === this.me && cardIn(move)).length / 2,
  );
  readonly playing: boolean = $derived(this.phase === 'playing' && this.me !== null);
  readonly starter: boolean = $derived(this.me !== null && this.known?.table.starter === this.me);
  readonly mayGo: boolean = $derived(this.starter && (this.phase === 'starting' || this.phase === 'stuck'));

  constructor(readonly at: TableConnection) {}

  /** Throw a card at the pile at once; the server says whether it was first, and whether it fits. */
  async lay(one: Held): Promise<void> {
    if (!this.playing || this.waiting || !this.hand.includes(one)) return;
    this.note = null;
    this.clause = '';
    const key = `${(this.view?.pile.length ?? 0) + this.thrown.length}:${cardText(one.card)}`;
    comesFrom(this.last ? 'pile last' : `pile ${key}`, `hand ${one.key}`);
    const move = `${this.me}:${this.last ? 'x' : cardText(one.card)}`;
    this.sent = [...this.sent, one];
    play('lay');
    try {
      await this.at.act({ type: 'move', move, after: aimedAt(this.#seen, Date.now()) ?? this.known?.n ?? null });
    } catch (refused) {
      comesFrom(`hand ${one.key}`, 'pile');
      this.#sentBack(refused, one.card);
      this.#shake(one.key);
    }
    this.sent = this.sent.filter((other) => other !== one);
  }

  async draw(): Promise<void> {
    if (!this.playing || this.waiting || !this.mayDraw) return;
    await this.#try({ type: 'move', move: `${this.me}:+` });
  }

  async go(): Promise<void> {
    if (this.mayGo) await this.#try({ type: 'go' });
  }

  /** Does what a key means here. */
  keyDown(event: KeyboardEvent, panels: Panels): void {
    const means = event.repeat || busy(event.target, event.key) ? null : meantAtOnce(event, settings.keys);
    if (!means || !this.#mean(means, panels)) return;
    event.preventDefault();
  }

  #mean(means: KeyedAtOnce, panels: Panels): boolean {
    if ('value' in means) {
      const one = cardFor(this.hand, means.value, means.largest);
      if (one) void this.lay(one);
      return this.playing;
    }
    switch (means.deed) {
      case 'go':
        void this.go();
        return this.mayGo;
      case 'draw':
        void this.draw();
        return this.playing;
      case 'help':
      case 'talk':
        panels[means.deed]();
        return true;
    }
  }

  async #try(act: Act): Promise<void> {
    this.clause = '';
    try {
      await this.at.act(act);
    } catch (refused) {
      this.#sentBack(refused);
    }
  }

  #sentBack(refused: unknown, card?: TensionCard): void {
    const { code, clause, values } = refused instanceof Refused ? refused : new Refused({ code: 'fault' });
    play('no');
    this.clause = clause;
    if (code === 'late' && this.known) {
      const first = cardIn(String(values['card']));
      const name = nameOf(this.known, Number(values['seat']));
      this.#say('late', t('tension.late', { name, value: first?.[0] ?? '' }));
    } else if (code === 'wrong' || code === 'wait') {
      this.#wait(Number(values['until']));
      const { fits } = values;
      const told = card && Array.isArray(fits) ? t('tension.wrong', { value: card[0], fits: either(fits) }) : null;
      this.#say('wrong', told ?? sentence(refused));
    } else this.#say('other', sentence(refused));
  }

  /** Waits until a time of the server's clock. It is looked at again then: our idea of that clock may have changed. */
  #wait(until: number): void {
    this.waitUntil = Math.max(this.waitUntil, until);
    const left = this.waitUntil - this.at.serverNow;
    this.waiting = left > 5;
    if (this.waiting) this.#later(left, () => this.#wait(until));
  }

  #say(kind: Note['kind'], text: string): void {
    const note = { key: ++this.#notes, text, kind };
    this.note = note;
    announce(text);
    this.#later(NOTED, () => {
      if (this.note === note) this.note = null;
    });
  }

  #shake(key: string): void {
    this.shaken = key;
    this.#later(400, () => (this.shaken = null));
  }

  #later(ms: number, what: () => void): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        what();
      },
      Math.max(0, ms),
    );
    this.#timers.add(timer);
  }

  /** Announces, animates and sounds what happens, and measures the server's clock; returns the unsubscribe function. */
  follow(): () => void {
    void this.#setClock();
    const off = this.at.onNews((news, before) => this.#heard(news, before));
    return () => {
      off();
      for (const timer of this.#timers) clearTimeout(timer);
    };
  }

  async #setClock(): Promise<void> {
    const asked: { sent: number; now: number; heard: number }[] = [];
    for (let i = 0; i < PINGS; i++) {
      const sent = Date.now();
      try {
        const answer = await this.at.act({ type: 'ping' });
        asked.push({ sent, now: Number(answer['now']), heard: Date.now() });
      } catch {
        return; // the table is gone: nothing to wait for
      }
    }
    this.at.ahead = clockAhead(asked) ?? this.at.ahead;
  }

  #heard(news: News, before: Known): void {
    const { kind } = news.what;
    if (!this.#seen.length) this.#seen = [{ n: before.n, at: 0 }];
    this.#seen = [...this.#seen.slice(-20), { n: news.n, at: Date.now() }];
    if (kind === 'dealt') {
      this.sent = [];
      this.note = null;
      this.clause = '';
      this.active = null;
      this.waitUntil = 0;
      this.waiting = false;
    }
    for (const line of describeTensionNews(news, before)) announce(line);
    for (const event of news.events) this.#react(event, before);
    if (this.phase === 'stuck' && before.table.phase === 'playing') play('no'); // the table says it, as an alert
  }

  #react(event: GameEvent, before: Known): void {
    const mine = 'seat' in event && event.seat === this.me;
    switch (event.event) {
      case 'laid': {
        const { card, seat } = event as TensionLaid;
        this.active = seat;
        sayAloud(String(card[0]));
        if (mine) return;
        comesFrom(`pile ${(this.view?.pile.length ?? 0) - 1}:${cardText(card)}`, `seat ${seat}`);
        play('lay');
        break;
      }
      case 'turned_up':
        sayAloud(String(event.card[0]));
        break;
      case 'drew':
        if (mine) for (const card of (event.cards ?? []) as TensionCard[]) this.#drew(card, before);
        break;
      case 'last':
        this.active = event.seat;
        if (!mine) comesFrom('pile last', `seat ${event.seat}`);
        break;
      case 'over':
        this.active = event.winners[0] ?? null;
        play(event.winners.includes(this.me ?? -1) ? 'won' : 'lost');
    }
  }

  #drew(card: TensionCard, before: Known): void {
    const had = held((before.view as TensionView | null)?.hand ?? []);
    const nth = had.filter((one) => cardText(one.card) === cardText(card)).length;
    comesFrom(`hand ${cardText(card)}#${nth}`, 'stack');
    play('draw');
  }
}

/** One act in words. */
export function describeTensionAct([move = '']: string[]): string {
  const card = cardIn(move);
  if (card) return t('replay.expert_card', { value: card[0], step: card[1] });
  return t(move.endsWith('+') ? 'replay.expert_draws' : move ? 'replay.expert_last' : 'replay.expert_waits');
}

/** What happened, a sentence for each thing. */
export function describeTensionNews(news: News, before: Known): string[] {
  const { what } = news;
  if (what.kind === 'began') {
    const top = (before.view as TensionView | null)?.pile.at(-1);
    return [[t('tension.go'), ...(top ? [t('tension.top', { value: top[0], step: top[1] })] : [])].join(' ')];
  }
  if (what.kind === 'wrong')
    return what.seat === before.you.seat ? [] : [t('tension.wrong_other', { name: nameOf(before, what.seat) })];
  if (what.kind !== 'moved' && what.kind !== 'go') return describeNews(news, before);
  return news.events.map((event) => describeEvent(event, before)).filter(Boolean);
}

function describeEvent(event: GameEvent, before: Known): string {
  const mine = 'seat' in event && event.seat === before.you.seat;
  const name = 'seat' in event && event.seat !== null ? nameOf(before, event.seat) : '';
  switch (event.event) {
    case 'laid': {
      const [value, step] = (event as TensionLaid).card;
      return t(mine ? 'tension.you_laid' : 'tension.laid', { name, value, step });
    }
    case 'turned_up':
      return t('tension.turned_up', { value: event.card[0], step: event.card[1] });
    case 'drew': {
      const [card] = (event.cards ?? []) as TensionCard[];
      if (!card) return '';
      return mine ? t('tension.you_drew', { value: card[0], step: card[1] }) : t('tension.drew', { name });
    }
    case 'last':
      return mine ? t('tension.you_went_out') : t('tension.went_out', { name });
    case 'over':
      return endOf({ ...before, view: before.view && { ...before.view, result: event } }).title;
    default:
      return '';
  }
}
