/** A team table as one seat plays it: with commands, fires, words for each other and hints. */
import { isFire } from '../cards/faces';
import { announce } from '../lib/announce.svelte';
import type { Known } from '../lib/fold';
import { t } from '../lib/texts.svelte';
import type { CommandName, GameEvent, Hint, News, PileName, Said, Signal, TeamView, Words } from '../lib/types';
import { sentence } from '../lib/why';
import { happened, heardSaid, pileName } from './happened';
import { hintSaid } from './hints';
import { Laying, type Lay } from './laying.svelte';
import { jump, layOf, PILES, stacks, startOf } from './piles';

const NOTHING: Said = { piles: {}, commands: [], exact: false };

export class TeamPlay extends Laying<PileName, TeamView> {
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);

  readonly stacks = $derived(stacks(this.view?.log ?? [], this.waiting));
  readonly words: Said = $derived((this.me === null ? undefined : this.known?.said[this.me]) ?? NOTHING);
  /** What the hint would lay next. */
  readonly advised: Lay<PileName> | null = $derived.by(() => {
    const { hint, view } = this;
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

  pileSaid(pile: PileName): string {
    return pileName(pile);
  }

  pileKey(pile: PileName): string {
    return pile.toUpperCase();
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

  endSaid(): string {
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

  protected told(news: News, before: Known): string[] {
    return happened(news, before);
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
    try {
      const { hint = null } = await this.at.act({ type: 'hint' });
      this.hint = hint;
      if (hint && this.known) announce(hintSaid(hint, this.known));
    } catch (refused) {
      this.complain(sentence(refused));
    }
    this.thinking = false;
  }

  /** Say something of a pile; the same again takes it back. */
  async say(pile: PileName, signal: Signal): Promise<void> {
    const { [pile]: now, ...others } = this.words.piles;
    const piles = now === signal ? others : { ...others, [pile]: signal };
    await this.try({ type: 'say', piles, commands: this.words.commands });
  }

  async hold(command: CommandName): Promise<void> {
    const { piles, commands } = this.words;
    const now = commands.includes(command) ? commands.filter((one) => one !== command) : [...commands, command];
    await this.try({ type: 'say', piles, commands: now });
  }

  override follow(): () => void {
    const offs = [super.follow(), this.at.onSaid((before) => this.#listen(before))];
    return () => offs.forEach((off) => off());
  }

  #listen(before: Words): void {
    if (this.known) for (const line of heardSaid(this.known, before)) announce(line);
  }

  protected override heard(news: News, before: Known): void {
    const mine = news.events.some((event) => event.event === 'turn' && event.seat === before.you.seat);
    if (mine || news.what.kind === 'dealt') this.hint = null;
    super.heard(news, before);
  }
}
