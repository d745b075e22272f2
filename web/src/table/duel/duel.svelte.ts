/** A duel as one side plays it: with two piles across the table, and one gift in a turn. */
import type { TableConnection } from '../../lib/connection.svelte';
import type { Known } from '../../lib/fold';
import type { DuelLaid, DuelPile, DuelView } from '../../lib/protocol';
import { keep, kept } from '../../lib/settings.svelte';
import { t } from '../../lib/texts.svelte';
import type { GameEvent, News, PileName } from '../../lib/types';
import { across, beginning, climbs, duelLay, duelStacks, DUEL_PILES, isTheirs, stride, type Laid } from './duel';
import { endOf } from '../shared/ends';
import { describeNews, nameOf } from '../shared/describe';
import { Laying, type Lay } from '../shared/laying.svelte';
import { signed } from '../shared/piles';
import { describeTurn } from '../shared/turns';

const EXPLAINED = 'gambero.gift';

/** A pile as somebody calls it who sits below, or who watches. */
export function duelPileName(pile: DuelPile, known: Known, below = known.you.seat ?? 0): string {
  const me = known.you.seat;
  if (me !== null && !isTheirs(pile)) return t(climbs(pile) ? 'duel.my_rising' : 'duel.my_falling');
  const owner = isTheirs(pile) ? 1 - below : below;
  return t(climbs(pile) ? 'duel.their_rising' : 'duel.their_falling', { name: nameOf(known, owner) });
}

export class DuelPlay extends Laying<DuelPile, DuelView> {
  offered = $state.raw<Lay<DuelPile> | null>(null); // a gift that is explained before it is made
  readonly advised: Lay<DuelPile> | null = $derived.by(() => this.pointed); // there are no hints against somebody
  readonly piles = DUEL_PILES;

  readonly below: number = $derived.by(() => this.me ?? this.side()); // who sits below; seat 0 for those who watch
  readonly opponent: string = $derived(this.known ? nameOf(this.known, 1 - this.below) : '');
  readonly stacks: Record<DuelPile, Laid[]> = $derived.by(() => {
    const found = duelStacks(this.view?.log ?? [], this.below);
    for (const { card, pile } of this.waiting) found[pile].push({ card, owner: this.below });
    return found;
  });
  readonly gift: boolean = $derived((this.view?.turn.gift ?? false) || this.waiting.some(({ pile }) => isTheirs(pile)));
  readonly drawn: number = $derived(this.view?.turn.draws ?? 0);

  constructor(
    at: TableConnection,
    readonly side: () => number = () => 0,
    readonly explains = true, // the first gift of all, before it is made
  ) {
    super(at);
  }

  top(pile: DuelPile): number {
    return this.stacks[pile].at(-1)?.card ?? beginning(pile);
  }

  jump(pile: DuelPile, card: number): number {
    return stride(pile, this.top(pile), card);
  }

  pileLabel(pile: DuelPile): string {
    return this.known ? duelPileName(pile, this.known, this.below) : pile;
  }

  /** The team's rising piles have the keys a and b, its falling ones c and d: here the second of each is theirs. */
  pileKey(pile: DuelPile): string {
    return { a: 'A', c: 'C', A: 'B', C: 'D' }[pile];
  }

  /** Here piles are called by whose they are, and have no letters. */
  fitsLabel(piles: DuelPile[]): string {
    return t('duel.fits', { piles: piles.map((pile) => this.pileLabel(pile)).join(', ') });
  }

  keyed(key: PileName): DuelPile {
    return ({ a: 'a', b: 'A', c: 'c', d: 'C' } as const)[key];
  }

  marks(card: number): string[] {
    return this.myTurn && (this.fits(card, 'A') || this.fits(card, 'C')) ? [t('duel.can_be_given')] : [];
  }

  override fits(card: number, pile: DuelPile): boolean {
    return super.fits(card, pile) && !(isTheirs(pile) && this.waiting.some((lay) => isTheirs(lay.pile)));
  }

  endLabel(): string {
    return this.drawn && this.myTurn ? t('duel.end_draw', { n: this.drawn }) : t('turn.end');
  }

  protected stock(): string {
    return `stock ${this.below}`;
  }

  protected here(pile: DuelPile, seat: number): DuelPile {
    return seat === this.below ? pile : across(pile);
  }

  protected about(): string {
    if ((this.view?.stock[this.below] ?? 0) === 0) return t('duel.draw_none');
    return t(this.view?.turn.gift ? 'duel.draw_gift' : 'duel.draw_two', { n: this.drawn });
  }

  protected describe(news: News, before: Known): string[] {
    return describeDuelNews(news, before);
  }

  protected won(event: Extract<GameEvent, { event: 'over' }>): boolean {
    return event.winners.includes(this.below);
  }

  /** The first gift of all is explained before it is made. */
  override async lay(pile: DuelPile, card = this.held): Promise<void> {
    const explain =
      this.explains && card !== null && isTheirs(pile) && this.fits(card, pile) && !kept(EXPLAINED, false);
    if (explain && this.hand.includes(card)) this.offered = { card, pile };
    else await super.lay(pile, card);
  }

  /** The gift that was explained is made, or kept. */
  async answer(give: boolean): Promise<void> {
    const { offered } = this;
    this.offered = null;
    if (!give || !offered) return;
    keep(EXPLAINED, true);
    await super.lay(offered.pile, offered.card);
  }

  protected override heard(news: News, before: Known): void {
    super.heard(news, before);
    if (!this.myTurn) this.offered = null;
  }
}

/** The rest of a turn in words, from the side of whoever plays it. */
export function describeDuelTurn(moves: string[], seat: number, known: Known): string {
  const lays = moves.map(duelLay).filter((lay) => lay !== null);
  const steps = lays.map(({ card, pile }) =>
    t(isTheirs(pile) ? 'hint.gift' : 'hint.lay', { card, pile: duelPileName(pile, known, seat) }),
  );
  return describeTurn(steps.join(t('hint.then')), moves);
}

/** What happened, a sentence for each thing. */
export function describeDuelNews(news: News, before: Known): string[] {
  if (news.what.kind !== 'moved') return describeNews(news, before);
  return news.events.map((event) => describeEvent(event, before)).filter(Boolean);
}

function describeEvent(event: GameEvent, before: Known): string {
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
