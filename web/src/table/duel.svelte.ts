/** A duel as one side plays it: the chosen card, cards on their way, and the one gift of a turn. */
import { announce } from '../lib/announce.svelte';
import type { TableConnection } from '../lib/connection.svelte';
import type { Known } from '../lib/fold';
import { comesFrom, nodeAt, whereIs } from '../lib/motion';
import type { DuelLaid, DuelPile, DuelView } from '../lib/protocol';
import { keep, kept } from '../lib/settings.svelte';
import { play } from '../lib/sound';
import { t } from '../lib/texts.svelte';
import type { Act, GameEvent, News } from '../lib/types';
import { sentence } from '../lib/why';
import { across, beginning, climbs, drawnAtEnd, duelLay, duelStacks, DUEL_PILES, isTheirs, stride, type Laid } from './duel';
import { endOf } from './ends';
import { happened, nameOf } from './happened';
import { signed } from './piles';

interface Lay {
  card: number;
  pile: DuelPile;
}

const EXPLAINED = 'gambero.gift';

/** A pile as somebody calls it who sits below, or who watches. */
export function duelPileName(pile: DuelPile, known: Known, below = known.you.seat ?? 0): string {
  const me = known.you.seat;
  if (me !== null && !isTheirs(pile)) return t(climbs(pile) ? 'duel.my_rising' : 'duel.my_falling');
  const owner = isTheirs(pile) ? 1 - below : below;
  return t(climbs(pile) ? 'duel.their_rising' : 'duel.their_falling', { name: nameOf(known, owner) });
}

export class DuelPlay {
  chosen = $state<number | null>(null);
  dragged = $state<number | null>(null);
  over = $state<DuelPile | null>(null); // the pile a dragged card is held over
  sent = $state.raw<Lay[]>([]); // laid here, not yet confirmed
  offered = $state.raw<Lay | null>(null); // a gift that is explained before it is made
  wrong = $state.raw<{ key: number; text: string } | null>(null);
  refusedPile = $state<DuelPile | null>(null);
  ending = $state(false);
  line = $state(''); // what happened last
  readonly advised = null; // there are no hints against somebody
  readonly piles = DUEL_PILES;
  #wrongs = 0;

  readonly known: Known | null = $derived.by(() => this.at.known);
  readonly view: DuelView | null = $derived(this.known?.view as DuelView | null);
  readonly me: number | null = $derived(this.known?.you.seat ?? null);
  readonly below: number = $derived.by(() => this.me ?? this.side()); // who sits below; seat 0 for those who watch
  readonly opponent: string = $derived(this.known ? nameOf(this.known, 1 - this.below) : '');
  readonly myTurn: boolean = $derived(this.me !== null && this.view?.to_move === this.me);
  readonly waiting: Lay[] = $derived(this.sent.filter(({ card }) => this.view?.hand?.includes(card)));
  readonly hand: number[] = $derived(
    (this.view?.hand ?? []).filter((card) => !this.waiting.some((lay) => lay.card === card)),
  );
  readonly stacks: Record<DuelPile, Laid[]> = $derived.by(() => {
    const found = duelStacks(this.view?.log ?? [], this.below);
    for (const { card, pile } of this.waiting) found[pile].push({ card, owner: this.below });
    return found;
  });
  readonly moves: Set<string> = $derived(new Set(this.view?.moves ?? []));
  readonly held: number | null = $derived(this.dragged ?? this.chosen);
  readonly mayEnd: boolean = $derived(this.moves.has('.') && this.waiting.length === 0);
  readonly mayUndo: boolean = $derived(this.myTurn && (this.known?.table.undo ?? false));
  readonly gift: boolean = $derived((this.view?.turn.gift ?? false) || this.waiting.some(({ pile }) => isTheirs(pile)));
  readonly drawn: number = $derived(drawnAtEnd(this.gift, this.hand.length, this.view?.stock[this.below] ?? 0));

  constructor(
    readonly at: TableConnection,
    readonly side: () => number = () => 0,
  ) {}

  /** The team's rising piles have the keys a and b, its falling ones c and d: here the second of each is theirs. */
  pileKey(pile: DuelPile): string {
    return { a: 'A', c: 'C', A: 'B', C: 'D' }[pile];
  }

  marks(card: number): string[] {
    return this.myTurn && this.fitsGift(card) ? [t('duel.can_be_given')] : [];
  }

  fitsGift(card: number): boolean {
    return this.fits(card, 'A') || this.fits(card, 'C');
  }

  top(pile: DuelPile): number {
    return this.stacks[pile].at(-1)?.card ?? beginning(pile);
  }

  /** What the held card costs on a pile, where the server lets it be laid. */
  cost(pile: DuelPile): number | null {
    const { held } = this;
    if (held === null || !this.fits(held, pile)) return null;
    return stride(pile, this.top(pile), held);
  }

  fits(card: number, pile: DuelPile): boolean {
    const theirs = isTheirs(pile);
    return (
      this.moves.has(`${card}${pile}`) &&
      !this.waiting.some((lay) => lay.pile === pile || (theirs && isTheirs(lay.pile)))
    );
  }

  choose(card: number | null): void {
    this.chosen = this.chosen === card ? null : card;
    this.wrong = null;
  }

  /** Lay a card; the first gift of all is explained before it is made. */
  async lay(pile: DuelPile, card = this.held): Promise<void> {
    if (card === null || !this.hand.includes(card)) return;
    if (isTheirs(pile) && this.fits(card, pile) && !kept(EXPLAINED, false)) {
      this.offered = { card, pile };
      return;
    }
    await this.#lay({ card, pile });
  }

  /** The gift that was explained is made, or kept. */
  async answer(give: boolean): Promise<void> {
    const { offered } = this;
    this.offered = null;
    if (!give || !offered) return;
    keep(EXPLAINED, true);
    await this.#lay(offered);
  }

  async #lay(lay: Lay): Promise<void> {
    const { card, pile } = lay;
    const from = whereIs(`card ${card}`);
    const after = this.hand[this.hand.indexOf(card) + 1] ?? this.hand[this.hand.indexOf(card) - 1];
    const inFocus = nodeAt(`card ${card}`)?.contains(document.activeElement) ?? false;
    this.wrong = null;
    if (this.myTurn && (this.fits(card, pile) || this.waiting.length > 0)) {
      comesFrom(`pile ${pile} ${card}`, from);
      const back = stride(pile, this.top(pile), card) < 0;
      this.sent = [...this.sent, lay];
      if (this.chosen === card) this.chosen = null;
      play(back ? 'trick' : 'lay');
      if (inFocus && after !== undefined) requestAnimationFrame(() => focusOn(after));
    }
    try {
      await this.at.act({ type: 'move', move: `${card}${pile}` });
      this.sent = this.sent.filter((one) => one !== lay);
    } catch (refused) {
      comesFrom(`hand ${card}`, `pile ${pile}`);
      this.sent = this.sent.filter((one) => one !== lay);
      this.complain(sentence(refused, { card, pile: this.known ? duelPileName(pile, this.known) : pile, top: this.top(pile) }));
      this.refusedPile = pile;
      setTimeout(() => (this.refusedPile = null), 500);
      if (inFocus) requestAnimationFrame(() => focusOn(card));
    }
  }

  async end(): Promise<void> {
    this.ending = true;
    await this.#try({ type: 'move', move: '.' }, { n: this.view?.minimum ?? 0 });
    this.ending = false;
  }

  async undo(): Promise<void> {
    await this.#try({ type: 'undo' });
  }

  async #try(act: Act, values = {}): Promise<void> {
    this.wrong = null;
    try {
      await this.at.act(act);
    } catch (refused) {
      this.complain(sentence(refused, values));
    }
  }

  complain(text: string): void {
    this.wrong = { key: ++this.#wrongs, text };
    announce(text);
    play('no');
  }

  follow(): () => void {
    return this.at.onNews((news, before) => this.#heard(news, before));
  }

  #heard(news: News, before: Known): void {
    const lines = duelHappened(news, before);
    for (const line of lines) announce(line);
    if (lines.length && news.what.kind !== 'chat') this.line = lines.join(' ');
    if (this.chosen !== null && !this.view?.hand?.includes(this.chosen)) this.chosen = null;
    if (!this.myTurn) this.offered = null;
    if (news.what.kind === 'undone') this.#takenBack(before);
    if (news.what.kind === 'dealt') {
      this.sent = [];
      for (const card of this.view?.hand ?? []) comesFrom(`hand ${card}`, `stock ${this.below}`);
    }
    for (const event of news.events) this.#flight(event, before);
  }

  #takenBack(before: Known): void {
    const last = duelLay(before.view?.log.at(-1)?.[1] ?? '');
    if (last) comesFrom(`hand ${last.card}`, `pile ${last.pile}`);
  }

  #flight(event: GameEvent, before: Known): void {
    const mine = 'seat' in event && event.seat === before.you.seat;
    if (event.event === 'laid') {
      const { card, pile, trick, gift, seat } = event as DuelLaid;
      if (mine && this.sent.some((lay) => lay.card === card)) return;
      comesFrom(`pile ${seat === this.below ? pile : across(pile)} ${card}`, mine ? `card ${card}` : `seat ${seat}`);
      play(trick || gift ? 'trick' : 'lay');
    }
    if (event.event === 'drew' && event.cards) {
      for (const drawn of event.cards) comesFrom(`hand ${String(drawn)}`, `stock ${this.below}`);
      play('draw');
    }
    if (event.event === 'turn' && mine) play('turn');
    if (event.event === 'over') play(event.winners.includes(this.below) ? 'won' : 'lost');
  }
}

/** What happened, a sentence for each thing. */
export function duelHappened(news: News, before: Known): string[] {
  if (news.what.kind !== 'moved') return happened(news, before);
  return news.events.map((event) => said(event, before)).filter(Boolean);
}

function said(event: GameEvent, before: Known): string {
  const me = before.you.seat;
  const mine = 'seat' in event && event.seat === me;
  const name = 'seat' in event && event.seat !== null ? nameOf(before, event.seat) : '';
  switch (event.event) {
    case 'laid': {
      const below = me ?? 0;
      const { card, trick, gift, seat, pile: named } = event as DuelLaid;
      const pile = seat === below ? named : across(named);
      const top = duelStacks(before.view?.log ?? [], below)[pile].at(-1)?.card ?? beginning(pile);
      const step = stride(pile, top, card);
      const kind = gift ? 'gift' : trick ? 'trick' : 'laid';
      const own = !mine && !gift; // on their own piles, which need no name
      const called = own ? t(climbs(pile) ? 'duel.own_rising' : 'duel.own_falling') : duelPileName(pile, before);
      const values = { name, card, step: signed(step), room: -step, pile: called };
      return t(mine ? `duel.did_${kind}_you` : `duel.did_${kind}`, values);
    }
    case 'drew':
      return t(mine ? 'duel.did_drew_you' : 'duel.did_drew', { name, n: event.count });
    case 'turn':
      return mine ? t('duel.did_turn_you', { n: event.minimum }) : t('duel.did_turn', { name });
    case 'over':
      return endOf({ ...before, view: before.view && { ...before.view, result: event } }).title;
    default:
      return '';
  }
}

function focusOn(card: number): void {
  (nodeAt(`card ${card}`) as HTMLElement | undefined)?.focus();
}
