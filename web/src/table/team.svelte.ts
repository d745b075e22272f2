/** A team table as one seat plays it: the chosen card, cards on their way, and what the server makes of them. */
import { isFire } from '../cards/faces';
import { announce } from '../lib/announce.svelte';
import type { TableConnection } from '../lib/connection.svelte';
import type { Known } from '../lib/fold';
import { comesFrom, nodeAt, whereIs } from '../lib/motion';
import { play } from '../lib/sound';
import { t } from '../lib/texts.svelte';
import type { Act, CommandName, GameEvent, Hint, News, PileName, Said, Signal, TeamView } from '../lib/types';
import { sentence } from '../lib/why';
import { happened, pileName } from './happened';
import { jump, layOf, PILES, stacks, startOf, type Lay } from './piles';

const NOTHING: Said = { piles: {}, commands: [], exact: false };

export class TeamPlay {
  chosen = $state<number | null>(null);
  dragged = $state<number | null>(null);
  over = $state<PileName | null>(null); // the pile a dragged card is held over
  sent = $state.raw<Lay[]>([]); // laid here, not yet confirmed
  wrong = $state.raw<{ key: number; text: string } | null>(null);
  refusedPile = $state<PileName | null>(null);
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  ending = $state(false);
  line = $state(''); // what happened last
  #wrongs = 0;

  readonly known: Known | null = $derived.by(() => this.at.known);
  readonly view: TeamView | null = $derived(this.known?.view as TeamView | null);
  readonly me: number | null = $derived(this.known?.you.seat ?? null);
  readonly myTurn: boolean = $derived(this.me !== null && this.view?.to_move === this.me);
  readonly waiting: Lay[] = $derived(this.sent.filter(({ card }) => this.view?.hand?.includes(card)));
  readonly hand: number[] = $derived(
    (this.view?.hand ?? []).filter((card) => !this.waiting.some((lay) => lay.card === card)),
  );
  readonly stacks = $derived(stacks(this.view?.log ?? [], this.waiting));
  readonly moves: Set<string> = $derived(new Set(this.view?.moves ?? []));
  readonly held: number | null = $derived(this.dragged ?? this.chosen);
  readonly mayEnd: boolean = $derived(this.moves.has('.') && this.waiting.length === 0);
  readonly mayUndo: boolean = $derived(this.myTurn && (this.known?.table.undo ?? false));
  readonly words: Said = $derived((this.me === null ? undefined : this.known?.said[this.me]) ?? NOTHING);
  /** What the hint would lay next. */
  readonly advised: Lay | null = $derived.by(() => {
    const { hint, view } = this;
    if (!hint || !view) return null;
    const next = hint.best.moves.map(layOf).find((lay) => lay && view.hand?.includes(lay.card));
    return next && this.hand.includes(next.card) ? next : null;
  });

  readonly piles = PILES;

  constructor(readonly at: TableConnection) {}

  pileKey(pile: PileName): string {
    return pile.toUpperCase();
  }

  /** What is on a card beside its number, in words. */
  marks(card: number): string[] {
    const command = this.view?.commands[card];
    return [
      ...(command ? [t(`command.${command}`)] : []),
      ...(this.view?.options['on_fire'] && isFire(card) ? [t('fire.card')] : []),
    ];
  }

  top(pile: PileName): number {
    return this.stacks[pile].at(-1) ?? startOf(pile);
  }

  /** What the held card costs on a pile, where the server lets it be laid. */
  cost(pile: PileName): number | null {
    const { held } = this;
    if (held === null || !this.fits(held, pile)) return null;
    return jump(pile, this.top(pile), held);
  }

  fits(card: number, pile: PileName): boolean {
    return this.moves.has(`${card}${pile}`) && !this.waiting.some((lay) => lay.pile === pile);
  }

  choose(card: number | null): void {
    this.chosen = this.chosen === card ? null : card;
    this.wrong = null;
  }

  /** Lay the card that is held, from where it is now. */
  async lay(pile: PileName, card = this.held): Promise<void> {
    if (card === null || !this.hand.includes(card)) return;
    const from = whereIs(`card ${card}`);
    const after = this.hand[this.hand.indexOf(card) + 1] ?? this.hand[this.hand.indexOf(card) - 1];
    const inFocus = nodeAt(`card ${card}`)?.contains(document.activeElement) ?? false;
    const known = this.moves.has(`${card}${pile}`) || this.waiting.length > 0;
    const lay = { card, pile };
    this.wrong = null;
    if (known && this.myTurn) {
      comesFrom(`pile ${card}`, from);
      this.sent = [...this.sent, lay];
      if (this.chosen === card) this.chosen = null;
      play(jump(pile, this.top(pile), card) < 0 ? 'trick' : 'lay');
      if (inFocus && after !== undefined) requestAnimationFrame(() => focusCard(after));
    }
    try {
      await this.at.act({ type: 'move', move: `${card}${pile}` });
      this.sent = this.sent.filter((one) => one !== lay);
    } catch (refused) {
      comesFrom(`hand ${card}`, `pile ${pile}`);
      this.sent = this.sent.filter((one) => one !== lay);
      this.#refuse(refused, { card, pile: pileName(pile), top: this.top(pile) });
      this.refusedPile = pile;
      setTimeout(() => (this.refusedPile = null), 500);
      if (inFocus) requestAnimationFrame(() => focusCard(card));
    }
  }

  async end(): Promise<void> {
    this.ending = true;
    await this.#try({ type: 'move', move: '.' }, { n: this.view?.minimum ?? 0 });
    this.ending = false;
    this.hint = null;
  }

  async undo(): Promise<void> {
    await this.#try({ type: 'undo' });
  }

  async ask(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    try {
      const answer = await this.at.act({ type: 'hint' });
      this.hint = answer.hint ?? null;
    } catch (refused) {
      this.#refuse(refused);
    }
    this.thinking = false;
  }

  /** Say something of a pile; the same again takes it back. */
  async say(pile: PileName, signal: Signal): Promise<void> {
    const { [pile]: now, ...others } = this.words.piles;
    const piles = now === signal ? others : { ...others, [pile]: signal };
    await this.#try({ type: 'say', piles, commands: this.words.commands });
  }

  async hold(command: CommandName): Promise<void> {
    const { piles, commands } = this.words;
    const now = commands.includes(command) ? commands.filter((one) => one !== command) : [...commands, command];
    await this.#try({ type: 'say', piles, commands: now });
  }

  async #try(act: Act, values = {}): Promise<void> {
    this.wrong = null;
    try {
      await this.at.act(act);
    } catch (refused) {
      this.#refuse(refused, values);
    }
  }

  #refuse(refused: unknown, values = {}): void {
    this.complain(sentence(refused, values));
  }

  complain(text: string): void {
    this.wrong = { key: ++this.#wrongs, text };
    announce(text);
    play('no');
  }

  /** Follow what happens: words for all, flights for the eye, sounds for the ear. */
  follow(): () => void {
    return this.at.onNews((news, before) => this.#heard(news, before));
  }

  #heard(news: News, before: Known): void {
    const lines = happened(news, before);
    for (const line of lines) announce(line);
    if (lines.length && news.what.kind !== 'chat') this.line = lines.join(' ');
    if (this.chosen !== null && !this.view?.hand?.includes(this.chosen)) this.chosen = null;
    if (news.what.kind === 'undone') this.#takenBack(before);
    if (news.what.kind === 'dealt') {
      this.hint = null;
      this.sent = [];
      for (const card of this.view?.hand ?? []) comesFrom(`hand ${card}`, 'stock');
    }
    for (const event of news.events) this.#flight(event, before);
  }

  #takenBack(before: Known): void {
    const last = layOf(before.view?.log.at(-1)?.[1] ?? '');
    if (last) comesFrom(`hand ${last.card}`, `pile ${last.pile}`);
  }

  #flight(event: GameEvent, before: Known): void {
    const mine = 'seat' in event && event.seat === before.you.seat;
    if (event.event === 'laid' && typeof event.card === 'number') {
      const { card, seat } = event;
      if (mine && this.sent.some((lay) => lay.card === card)) return; // it flew when it was laid
      comesFrom(`pile ${card}`, mine ? `card ${card}` : `seat ${seat}`);
      play('trick' in event && event.trick ? 'trick' : 'lay');
    }
    if (event.event === 'drew' && event.cards) {
      for (const card of event.cards) comesFrom(`hand ${String(card)}`, 'stock');
      play('draw');
    }
    if (event.event === 'burning') play('fire');
    if (event.event === 'turn' && mine) {
      play('turn');
      this.hint = null;
    }
    if (event.event === 'over') play(event.won ? 'won' : 'lost');
  }
}

export function focusCard(card: number): void {
  (nodeAt(`card ${card}`) as HTMLElement | undefined)?.focus();
}
