/** A team table as one seat plays it: with commands, fires, signals and hints. */
import { isFire } from '../../cards/faces';
import { announce } from '../../lib/announce.svelte';
import type { Known } from '../../lib/fold';
import { t } from '../../lib/texts.svelte';
import type {
  CommandName,
  GameEvent,
  Hint,
  News,
  PileName,
  Signals,
  Signal,
  TeamView,
  SignalsBySeat,
} from '../../lib/types';
import { describeNews, describeSignals, pileName } from '../shared/describe';
import { describeHint } from './hints';
import { Laying, type Lay } from '../shared/laying.svelte';
import { jump, layOf, PILES, stacks, startOf } from '../shared/piles';

const NO_SIGNALS: Signals = { piles: {}, commands: [], exact: false };

export class TeamPlay extends Laying<PileName, TeamView> {
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  #followed = 0; // how many moves of the hint were made
  #botSignals: SignalsBySeat = {}; // the last signals of each bot, which has none while it computes

  readonly stacks = $derived(stacks(this.view?.log ?? [], this.waiting));
  readonly mySignals: Signals = $derived((this.me === null ? undefined : this.known?.signals[this.me]) ?? NO_SIGNALS);
  /** What the coach points at, or what the hint would lay next. */
  readonly advised: Lay<PileName> | null = $derived.by(() => {
    const { hint, view, pointed } = this;
    if (pointed) return pointed;
    if (!hint || !view) return null;
    const next = hint.best.moves.map(layOf).find((lay) => lay && view.hand?.includes(lay.card));
    return next && this.hand.includes(next.card) ? next : null;
  });

  readonly piles = PILES;

  top(pile: PileName): number {
    return this.stacks[pile].at(-1) ?? startOf(pile);
  }

  jump(pile: PileName, card: number): number {
    return jump(pile, this.top(pile), card);
  }

  pileLabel(pile: PileName): string {
    return pileName(pile);
  }

  pileKey(pile: PileName): string {
    return pile.toUpperCase();
  }

  fitsLabel(piles: PileName[]): string {
    return t('hand.fits', { piles: piles.map((pile) => this.pileKey(pile)).join(', ') });
  }

  keyed(key: PileName): PileName {
    return key;
  }

  marks(card: number): string[] {
    const command = this.view?.commands[card];
    return [
      ...(command ? [t(`command.${command}`)] : []),
      ...(this.view?.options['on_fire'] && isFire(card) ? [t('fire.card')] : []),
    ];
  }

  endLabel(): string {
    return t('turn.end');
  }

  protected stock(): string {
    return 'stock';
  }

  protected here(pile: PileName): PileName {
    return pile;
  }

  protected override asked(): string | null {
    return this.view?.turn.three ? t('turn.three', { n: 3 - this.view.turn.laid }) : null;
  }

  protected about(): string {
    if (this.view?.turn.skulls.length) return t('turn.skull');
    if (!this.mayEnd && this.owed === 0 && this.view?.fires.due.length) return t('turn.fire');
    return this.owed ? t('turn.then_end') : t('turn.or_more');
  }

  protected describe(news: News, before: Known): string[] {
    return describeNews(news, before);
  }

  protected won(event: Extract<GameEvent, { event: 'over' }>): boolean {
    return event.won ?? false;
  }

  override async end(): Promise<void> {
    await super.end();
    this.hint = null;
  }

  override letGo(): void {
    super.letGo();
    this.hint = null;
  }

  override async ask(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    this.wrong = null;
    try {
      const asked = this.view?.log.length;
      const { hint = null } = await this.at.act({ type: 'hint' });
      const late = this.view?.log.length !== asked; // a card was laid meanwhile: the hint is about another position
      this.hint = late ? null : hint;
      this.#followed = 0;
      if (this.hint && this.known) announce(describeHint(this.hint, this.known));
    } catch (refused) {
      this.refused(refused);
    }
    this.thinking = false;
  }

  /** Say something of a pile; the same again takes it back. */
  async say(pile: PileName, signal: Signal): Promise<void> {
    const { [pile]: now, ...others } = this.mySignals.piles;
    const piles = now === signal ? others : { ...others, [pile]: signal };
    await this.try({ type: 'say', piles, commands: this.mySignals.commands });
  }

  async hold(command: CommandName): Promise<void> {
    const { piles, commands } = this.mySignals;
    const now = commands.includes(command) ? commands.filter((one) => one !== command) : [...commands, command];
    await this.try({ type: 'say', piles, commands: now });
  }

  override follow(): () => void {
    const offs = [super.follow(), this.at.onSignals((before) => this.#listen(before))];
    return () => offs.forEach((off) => off());
  }

  #listen(before: SignalsBySeat): void {
    const { known } = this;
    if (!known) return;
    for (const line of describeSignals(known, { ...before, ...this.#botSignals })) announce(line);
    const bots = Object.entries(known.signals).filter(([seat]) => known.table.seats[Number(seat)]?.bot);
    this.#botSignals = { ...this.#botSignals, ...Object.fromEntries(bots) };
  }

  /** Signals about a pile expire when it changes; the same signal later is announced again. */
  #forget(pile: PileName): void {
    const without = ({ piles: { [pile]: _, ...piles }, ...others }: Signals): Signals => ({ ...others, piles });
    this.#botSignals = Object.fromEntries(
      Object.entries(this.#botSignals).map(([seat, signals]) => [seat, without(signals)]),
    );
  }

  /** Drops the hint when all of it is played, or something else. */
  #follow({ what }: News, me: number | null): void {
    const { hint } = this;
    if (!hint || !('seat' in what) || what.seat !== me) return;
    if (what.kind === 'moved') {
      const meant = hint.best.moves[this.#followed++] === what.move;
      if (!meant || this.#followed === hint.best.moves.length) this.hint = null;
    } else if (what.kind === 'undone' && --this.#followed < 0) this.hint = null;
  }

  protected override heard(news: News, before: Known): void {
    const mine = news.events.some((event) => event.event === 'turn' && event.seat === before.you.seat);
    if (mine || news.what.kind === 'dealt') this.hint = null;
    if (news.what.kind === 'dealt') this.#botSignals = {};
    this.#follow(news, before.you.seat);
    for (const event of news.events)
      if (event.event === 'laid' && 'pile' in event) this.#forget(event.pile as PileName);
    super.heard(news, before);
  }
}
