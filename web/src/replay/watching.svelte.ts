/** State of the replay page: the frame, whose view is shown, and what happened in it. */
import { untrack } from 'svelte';
import { announce } from '../lib/announce.svelte';
import { ask, Refused } from '../lib/api';
import type { Known } from '../lib/fold';
import { factsOf } from '../lib/games';
import { comesFrom } from '../lib/motion';
import type { DuelLaid, Replay, TeamLaid, TensionLaid, TensionView } from '../lib/protocol';
import { t } from '../lib/texts.svelte';
import { GAME_PAGES, type ReplayBoard } from '../gamePages';
import { across, duelLay } from '../table/duel/duel';
import { endOf } from '../table/shared/ends';
import { nameOf } from '../table/shared/describe';
import { layOf } from '../table/shared/piles';
import { cardText } from '../table/tension/tension';
import { knownAt, newsOf, turnAt, turns, type Turn } from './frames';

const IN_TURNS = 1100; // milliseconds from move to move while it plays by itself
const AT_ONCE = 700;

export class Watching {
  game = $state.raw<Replay | null>(null);
  wrong = $state.raw<unknown>(null);
  frame = $state(0);
  eyes = $state<number | null>(0);
  open = $state(false); // all hands
  expert = $state(false); // and what the expert would lay
  playing = $state(false);

  readonly last: number = $derived((this.game?.frames.length ?? 1) - 1);
  readonly known: Known | null = $derived(this.game && knownAt(this.game, this.frame, null));
  readonly names: string[] = $derived.by(() => {
    const { known } = this;
    return known ? known.table.seats.map((_, seat) => nameOf(known, seat)) : [];
  });
  readonly turns: Turn[] = $derived(this.game ? turns(this.game.frames) : []);
  /** The turn in which this frame's move was made. */
  readonly turn: Turn | undefined = $derived(turnAt(this.turns, this.frame - 1));
  readonly inTurns: boolean = $derived(this.game ? factsOf(this.game.game).turns : true);

  /** What happened in each frame, in words. */
  readonly lines: string[] = $derived.by(() => {
    const { game } = this;
    if (!game) return [];
    return game.frames.map((one, i) => {
      const news = newsOf(game, i);
      if (!news) return t('replay.dealt');
      const before = knownAt(game, i - 1, null);
      if (one.move?.startsWith('@')) return t('replay.starts', { name: nameOf(before, Number(one.move.slice(1))) });
      const spoken = { ...news, events: news.events.filter(({ event }) => event !== 'turn' && event !== 'ended') };
      return GAME_PAGES[game.game].describe(spoken, before).join(' ');
    });
  });
  readonly hands: ReplayBoard['hands'] = $derived.by(() => {
    const one = this.game?.frames[this.frame];
    if (!one) return [];
    if (one.hands) return one.hands.map((cards, seat) => ({ seat, cards }));
    return this.eyes === null || !one.view.hand ? [] : [{ seat: this.eyes, cards: one.view.hand }];
  });
  readonly mover: number | null = $derived.by(() => {
    if (this.frame === this.last) return null;
    return this.inTurns ? (this.known?.view?.to_move ?? null) : this.eyes;
  });
  /** What the mover did from here to the end of the turn; where everyone plays at once, the next act of that seat. */
  readonly playedOn: string[] = $derived.by(() => {
    const end = turnAt(this.turns, this.frame)?.to ?? this.last;
    const after = this.game?.frames.slice(this.frame + 1, end + 1) ?? [];
    const own = this.inTurns ? after : after.filter(({ seat }) => seat === this.eyes).slice(0, 1);
    return own.map(({ move }) => move ?? '');
  });
  readonly nextCard: number | null = $derived.by(() => {
    const move = this.game?.frames[this.frame + 1]?.move ?? '';
    return (duelLay(move) ?? layOf(move))?.card ?? null;
  });
  readonly active: number | null = $derived(this.game?.frames[this.frame]?.seat ?? null);
  /** How the game ended, where it has. */
  readonly end: string = $derived.by(() => {
    const result = this.known?.view?.result;
    if (!this.known || !result) return '';
    if (result.won === null) return `${endOf(this.known).title}. ${endOf(this.known).reason}`;
    return t(result.won ? 'over.won' : result.rating === 'brilliant' ? 'over.brilliant' : 'over.lost');
  });
  /** The moment as part of an address. */
  readonly search: string = $derived(
    `?seat=${this.eyes ?? 'none'}${this.open ? '&open=1' : ''}${this.expert ? '&expert=1' : ''}&at=${this.frame}`,
  );

  constructor(
    readonly id: string,
    search: string,
  ) {
    const asked = new URLSearchParams(search);
    const number = (name: string): number | null =>
      /^\d+$/.test(asked.get(name) ?? '') ? Number(asked.get(name)) : null;
    this.frame = number('at') ?? 0;
    this.eyes = asked.get('seat') === 'none' ? null : (number('seat') ?? 0);
    this.open = asked.get('open') === '1';
    this.expert = asked.get('expert') === '1';
  }

  async load(seat = this.eyes, everything = this.open): Promise<void> {
    const query = new URLSearchParams({
      ...(seat === null ? {} : { seat: String(seat) }),
      ...(everything ? { open: 'true' } : {}),
    });
    try {
      const got = await ask<Replay>('GET', `/api/games/${this.id}?${query}`);
      this.wrong = null;
      this.game = got;
      this.frame = Math.min(this.frame, got.frames.length - 1);
    } catch (refused) {
      const badSeat = refused instanceof Refused && !['game_id', 'offline'].includes(refused.code);
      if (badSeat && seat) this.eyes = 0;
      else this.wrong = refused;
    }
  }

  /** Show another frame; a single step forward lets its card fly. */
  show(to: number, aloud = true): void {
    const next = Math.max(0, Math.min(this.last, to));
    if (next === this.frame) return;
    if (next === this.frame + 1) this.#fly(next);
    this.frame = next;
    if (aloud && this.lines[next]) announce(this.lines[next]);
  }

  #fly(to: number): void {
    const one = this.game?.frames[to];
    const laid = one?.events.find(({ event }) => event === 'laid') as TeamLaid | DuelLaid | TensionLaid | undefined;
    if (!one || !laid) return;
    const from = `seat ${laid.seat}`;
    if (!('pile' in laid)) comesFrom(`pile ${(one.view as TensionView).pile.length - 1}:${cardText(laid.card)}`, from);
    else if ('gift' in laid)
      comesFrom(`pile ${laid.seat === (this.eyes ?? 0) ? laid.pile : across(laid.pile)} ${laid.card}`, from);
    else comesFrom(`pile ${laid.pile} ${laid.card}`, from);
  }

  byTurn(step: 1 | -1): void {
    if (!this.turns.length) this.show(this.frame + 10 * step);
    else if (step > 0) this.show(this.turns.find(({ from }) => from > this.frame)?.from ?? this.last);
    else this.show(this.turns.findLast(({ from }) => from < this.frame)?.from ?? 0);
  }

  play(): void {
    if (!this.playing && this.frame === this.last) this.frame = 0;
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
      Home: () => this.show(0),
      End: () => this.show(this.last),
      ' ': () => this.play(),
    };
    return deeds[key];
  }
}
