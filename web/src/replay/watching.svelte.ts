/** State of the review page: the moment that is shown, whose hand, which plan, and what happened. */
import { untrack } from 'svelte';
import { announce } from '../lib/announce.svelte';
import { ask } from '../lib/api';
import type { Known } from '../lib/fold';
import { factsOf } from '../lib/games';
import { comesFrom } from '../lib/motion';
import type {
  DuelLaid,
  Frame,
  Line,
  Replay,
  TeamLaid,
  TensionLaid,
  TensionView,
  Tried,
  Verdict,
} from '../lib/protocol';
import { t } from '../lib/texts.svelte';
import { GAME_PAGES, type OpenCards } from '../gamePages';
import { across } from '../table/duel/duel';
import { nameOf } from '../table/shared/describe';
import { cardText } from '../table/tension/tension';
import { costliest, mistakes } from './analysis';
import { knownAt, newsOf, turnAt, turns, type Turn } from './frames';
import { Sharing, type Moment } from './sharing.svelte';
import { Study } from './study.svelte';
import { Trying } from './trying.svelte';

const IN_TURNS = 1100; // milliseconds from move to move while it plays by itself
const AT_ONCE = 700;

export type Eyes = number | 'turn' | null; // a seat, whoever is on turn, or a spectator
export type Plan = 'played' | 'best' | 'tried';

const same = (some: string[] | null, others: string[] | null): boolean => some?.join() === others?.join();

export class Watching {
  game = $state.raw<Replay | null>(null);
  branch = $state.raw<Frame[] | null>(null); // a line that nobody played, from the deal on
  wrong = $state.raw<unknown>(null);
  frame = $state(0);
  begins = $state(true); // shown is the beginning of a turn, not the end of the one before
  eyes = $state<Eyes>('turn');
  open = $state(false); // all hands
  plan = $state<Plan>('played');
  playing = $state(false);
  trying = $state.raw<Trying | null>(null); // the turn is being laid by whoever looks
  verdicts = $state.raw<Record<number, Verdict & { by: string | null }>>({}); // of turns that were tried, by whom
  led = $state.raw<string[]>([]); // what the leader of a shared review has laid, trying the turn
  readonly study: Study;
  readonly sharing: Sharing;
  #asked: { turn: number | null; at: number | null; seat: number | null };
  #learnt: string[] | null = null; // the leader's try that was asked about last
  #left: number = 0; // the frame that a line was begun from

  readonly frames: Frame[] = $derived(this.branch ?? this.game?.frames ?? []);
  readonly last: number = $derived(Math.max(0, this.frames.length - 1));
  readonly shown: Replay | null = $derived(this.game && { ...this.game, frames: this.frames });
  readonly known: Known | null = $derived(this.shown && knownAt(this.shown, this.frame, null));
  readonly names: string[] = $derived.by(() => {
    const { known } = this;
    return known ? known.table.seats.map((_, seat) => nameOf(known, seat)) : [];
  });
  /** Whose review this is: the seat of who looks, or the one that the address names. */
  readonly me: number | null = $derived.by(() => this.game?.you ?? (this.game ? this.#asked.seat : null));
  readonly turns: Turn[] = $derived(this.game ? turns(this.game.frames) : []);
  /** The turn that is spoken of. */
  readonly turn: Turn | undefined = $derived(
    turnAt(this.turns, this.begins ? this.frame : this.frame - 1) ?? this.turns[0],
  );
  readonly nth: number = $derived(this.turn ? this.turn.nth - 1 : 0);
  readonly review = $derived.by(() => this.study.turns[this.nth]);
  readonly verdict: (Verdict & { by: string | null }) | undefined = $derived(this.verdicts[this.nth]);
  /** Is the leader of a shared review about to lay this turn? */
  readonly ledTry: boolean = $derived.by(
    () => this.sharing.follows && this.plan === 'tried' && !same(this.verdict?.moves ?? null, this.led),
  );
  readonly inTurns: boolean = $derived(this.game ? factsOf(this.game.game).turns : true);
  readonly team: boolean = $derived(this.game ? factsOf(this.game.game).team : true);
  /** Is the plan still ahead: the turn begins here? */
  readonly ahead: boolean = $derived(!this.branch && this.turn?.from === this.frame && this.frame < this.last);

  /** What happened in each frame, in words. */
  readonly lines: string[] = $derived.by(() => {
    const { shown } = this;
    if (!shown) return [];
    return shown.frames.map((one, i) => {
      const news = newsOf(shown, i);
      if (!news) return t('replay.dealt');
      const before = knownAt(shown, i - 1, null);
      if (one.move?.startsWith('@')) return t('replay.starts', { name: nameOf(before, Number(one.move.slice(1))) });
      const spoken = { ...news, events: news.events.filter(({ event }) => event !== 'turn' && event !== 'ended') };
      return GAME_PAGES[shown.game].describe(spoken, before).join(' ');
    });
  });
  /** Whose hand lies before whoever looks. */
  readonly main: number | null = $derived.by(() => {
    if (this.eyes !== 'turn') return this.eyes;
    if (!this.inTurns) return this.me ?? 0;
    return (this.branch ? null : this.turn?.seat) ?? this.known?.view?.to_move ?? this.turn?.seat ?? 0;
  });
  readonly hands: OpenCards[] = $derived.by(() => {
    const all = (this.frames[this.frame]?.hands ?? []).map((cards, seat) => ({ seat, cards }));
    return this.open || this.branch ? all : all.filter(({ seat }) => seat === this.main);
  });
  /** The moves that are shown as ghosts: of the plan at the beginning of a turn, else what is left of it. */
  readonly ghosts: string[] = $derived.by(() => {
    const { turn, frame, review, verdict } = this;
    if (this.branch || !turn) return [];
    if (this.ledTry) return this.led;
    if (this.ahead && this.plan === 'tried' && verdict) return verdict.moves;
    if (this.ahead && this.plan === 'best' && (verdict ?? review)) return (verdict ?? review)?.best ?? [];
    return this.frames.slice(frame + 1, turn.to + 1).map(({ move }) => move ?? '');
  });
  readonly active: number | null = $derived(this.frames[this.frame]?.seat ?? null);
  /** The moment as part of an address. */
  readonly search: string = $derived.by(() => {
    const where = this.ahead && this.turn ? `turn=${this.turn.nth}` : `at=${this.frame}`;
    const seat = this.me === null ? '' : `seat=${this.me}&`;
    const eyes = this.eyes === 'turn' ? '' : `&eyes=${this.eyes ?? 'none'}`;
    return `?${seat}${where}${eyes}${this.open ? '&open=1' : ''}${this.plan === 'best' ? '&plan=best' : ''}`;
  });

  constructor(
    readonly id: string,
    search: string,
  ) {
    const asked = new URLSearchParams(search);
    const number = (name: string): number | null =>
      /^\d{1,5}$/.test(asked.get(name) ?? '') ? Number(asked.get(name)) : null;
    this.#asked = { turn: number('turn'), at: number('at'), seat: number('seat') };
    this.eyes = asked.get('eyes') === 'none' ? null : (number('eyes') ?? 'turn');
    this.open = asked.get('open') === '1';
    this.plan = asked.get('plan') === 'best' ? 'best' : 'played';
    this.study = new Study(id, () => this.team);
    this.sharing = new Sharing(this, /^[\w-]{1,16}$/.exec(asked.get('with') ?? '')?.[0] ?? null);
  }

  async load(): Promise<void> {
    try {
      const got = await ask<Replay>('GET', `/api/games/${this.id}?open=true`);
      const { turn, at, seat } = this.#asked;
      if (seat !== null && seat >= got.players) this.#asked.seat = null;
      const inTurns = factsOf(got.game).turns;
      if (typeof this.eyes === 'number' && this.eyes >= got.players) this.eyes = 'turn';
      if (this.eyes === 'turn' && !inTurns) this.eyes = got.you ?? this.#asked.seat ?? 0;
      this.wrong = null;
      this.game = got;
      if (at !== null) this.frame = Math.min(at, this.last);
      else if (turn !== null) this.toTurn(turn - 1, false);
      else this.toTurn(0, false);
    } catch (refused) {
      this.wrong = refused;
    }
  }

  /** Analyse it; whoever came without a moment in mind is shown the costliest. */
  async analyse(): Promise<void> {
    await this.study.load();
    const { turn, at } = this.#asked;
    if (turn !== null || at !== null || !this.study.whole) return;
    this.toTurn(costliest(this.study.whole, this.me), false);
  }

  /** Show another frame; a single step forward lets its card fly. */
  show(to: number, { aloud = true, begins = true } = {}): void {
    const next = Math.max(0, Math.min(this.last, to));
    this.#lead(next);
    this.begins = begins;
    if (next === this.frame) return;
    if (next === this.frame + 1) this.#fly(next);
    this.frame = next;
    if (aloud && this.lines[next]) announce(this.lines[next]);
  }

  /** Show what the leader of a shared review shows. */
  async moveTo({ frame, begins, plan, open, tried, hindsight }: Moment): Promise<void> {
    this.trying = null;
    this.playing = false;
    if (!hindsight) this.leaveLine();
    else if (!this.branch && !(await this.#showLine())) return;
    Object.assign(this, { frame: Math.min(frame, this.last), begins, plan, open });
    this.#asked.at = frame;
    this.led = tried;
    if (plan === 'tried' && tried.length) await this.#learn(this.nth, tried);
  }

  /** Ask what the leader's try is worth, once; it has no worth before its turn is over. */
  async #learn(place: number, moves: string[]): Promise<void> {
    if (same(this.#learnt, [String(place), ...moves])) return;
    this.#learnt = [String(place), ...moves];
    try {
      const { verdict } = await ask<Tried>('POST', `/api/games/${this.id}/try`, { turn: place, moves });
      if (verdict) this.verdicts = { ...this.verdicts, [place]: { ...verdict, by: this.sharing.leader } };
    } catch {
      this.#learnt = null; // the next look asks again
    }
  }

  /** Show a turn as it begins. Past the last one is the end of the game. */
  toTurn(place: number, lead = true): void {
    const turn = this.turns[Math.max(0, place)];
    if (lead) this.#lead(0);
    this.leaveLine();
    this.trying = null;
    this.playing = false;
    this.begins = turn !== undefined;
    this.frame = turn?.from ?? (this.turns.length ? this.last : Math.min(Math.max(0, place), this.last));
    if (lead) this.plan = 'played';
    if (lead && turn) announce(t('replay.turn', { n: turn.nth, name: this.names[turn.seat] ?? '' }));
  }

  /** From now on whoever looks says where to. */
  #lead(at: number): void {
    this.#asked.at = at;
    this.sharing.loose = true;
  }

  #fly(to: number): void {
    const one = this.frames[to];
    const laid = one?.events.find(({ event }) => event === 'laid') as TeamLaid | DuelLaid | TensionLaid | undefined;
    if (!one || !laid) return;
    const from = `seat ${laid.seat}`;
    if (!('pile' in laid)) comesFrom(`pile ${(one.view as TensionView).pile.length - 1}:${cardText(laid.card)}`, from);
    else if ('gift' in laid)
      comesFrom(`pile ${laid.seat === (this.main ?? 0) ? laid.pile : across(laid.pile)} ${laid.card}`, from);
    else comesFrom(`pile ${laid.pile} ${laid.card}`, from);
  }

  byTurn(step: 1 | -1): void {
    if (!this.turns.length) this.show(this.frame + 10 * step);
    else if (step > 0) this.toTurn(this.nth + 1);
    else this.toTurn(this.turn && this.frame > this.turn.from ? this.nth : this.nth - 1);
  }

  /** The next turn that was judged, or the one before. */
  mistake(step: 1 | -1): number | undefined {
    const all = mistakes(this.study.turns);
    return step > 0 ? all.find((place) => place > this.nth) : all.findLast((place) => place < this.nth);
  }

  byMistake(step: 1 | -1): void {
    const found = this.mistake(step);
    if (found !== undefined) this.toTurn(found);
  }

  /** Play the line that would have won, all cards known. */
  async playLine(): Promise<void> {
    const place = this.study.whole?.winnable ?? null;
    if (place === null || !(await this.#showLine())) return;
    this.#lead(this.frame);
    this.frame = this.study.whole?.turns[place]?.first ?? 0;
    this.begins = true;
    this.playing = true;
  }

  /** Put the line that would have won in place of what was played; false if it is not known yet. */
  async #showLine(): Promise<boolean> {
    const { winnable, turns, line: moves } = this.study.whole ?? {};
    const after = turns?.[winnable ?? -1]?.first;
    if (after === undefined) return false;
    const { frames } = await ask<Line>('POST', `/api/games/${this.id}/line`, { after, moves });
    this.#left = this.frame;
    this.branch = [...(this.game?.frames.slice(0, after + 1) ?? []), ...frames.slice(1)];
    return true;
  }

  /** Lay the turn anew. */
  try(): void {
    const { turn, known } = this;
    if (!turn || !known || this.trying) return;
    this.toTurn(this.nth);
    const base = { ...known, table: { ...known.table, phase: 'playing' as const } };
    this.trying = new Trying(this.id, this.nth, base, (verdict) => this.#judged(verdict));
  }

  #judged(verdict: Verdict): void {
    this.verdicts = { ...this.verdicts, [this.nth]: { ...verdict, by: null } };
    this.trying = null;
    this.plan = 'tried';
    const more = Math.max(1, Math.round(100 * (verdict.chance - verdict.played)));
    announce(verdict.solved ? t('review.solved') : t('review.unsolved', { n: more }));
  }

  /** Back to what was played. */
  leaveLine(): void {
    if (!this.branch) return;
    this.branch = null;
    this.playing = false;
    this.frame = Math.min(this.#left, this.last);
  }

  play(): void {
    if (!this.playing && this.frame === this.last) this.frame = this.branch ? this.#left : 0;
    this.playing = !this.playing;
  }

  /** Go on by itself while it plays; call it in an effect. */
  run(): (() => void) | undefined {
    if (!this.playing) return undefined;
    const timer = setInterval(
      () => {
        this.show(this.frame + 1);
        if (this.frame >= this.last) this.playing = false;
      },
      untrack(() => this.inTurns) ? IN_TURNS : AT_ONCE,
    );
    return () => clearInterval(timer);
  }

  /** What a key does; nothing for keys that mean nothing here. */
  key(key: string): (() => void) | undefined {
    const deeds: Record<string, () => void> = {
      ArrowLeft: () => this.show(this.frame - 1),
      ArrowRight: () => this.show(this.frame + 1),
      PageUp: () => this.byTurn(-1),
      PageDown: () => this.byTurn(1),
      n: () => this.byMistake(1),
      p: () => this.byMistake(-1),
      e: () => (this.plan = this.plan === 'best' ? 'played' : 'best'),
      t: () => this.try(),
      Home: () => this.show(0),
      End: () => this.show(this.last),
      Escape: () => this.leaveLine(),
      ' ': () => this.play(),
    };
    return deeds[key];
  }
}
