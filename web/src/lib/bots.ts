/** Who plays where no person does: the server's list, with those of other packages. */
import { ask } from './api';
import type { GameName, Rules } from './protocol';

let asked: Promise<Rules> | null = null;

/** The bots that play a game, the strongest of our own first. */
export async function botsFor(_game: GameName): Promise<string[]> {
  asked ??= ask<Rules>('GET', '/api/games-and-bots').catch((wrong: unknown) => {
    asked = null;
    throw wrong;
  });
  return (await asked).bots.map(({ name }) => name).toReversed();
}
