/** Opening a table from the start page: one at a time, and what is refused is told. */
import { openTable } from '../lib/api';
import { botOf, levelFor, speedFor } from '../lib/bots';
import { NAMES } from '../lib/games';
import type { GameName, OpenTable } from '../lib/protocol';
import { go } from '../lib/router.svelte';
import { sentence } from '../lib/why';

export const FIRST: GameName = NAMES[0] ?? 'classic'; // what is played at once

export class Opening {
  busy = $state(false);
  why = $state('');

  async open(wish: OpenTable): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.why = '';
    try {
      go(`/t/${await openTable(wish)}`);
    } catch (refused) {
      this.why = sentence(refused);
    }
    this.busy = false;
  }

  /** Open a table of one's own, with bots at all other seats, and deal. */
  async openAlone(wish: OpenTable & { players: number }): Promise<void> {
    try {
      const others = wish.players - 1;
      const bots = others ? Array<string>(others).fill(await botOf(wish.game, levelFor(wish.game))) : [];
      await this.open({ ...wish, bots, speed: speedFor(wish.game), start: true });
    } catch (refused) {
      this.why = sentence(refused);
    }
  }

  /** Deal the first game, with so many players. */
  playNow(players: number): Promise<void> {
    return this.openAlone({ game: FIRST, players });
  }
}
