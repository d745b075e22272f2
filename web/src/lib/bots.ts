/** The bots that the server offers, with those of other packages. */
import { ask } from './api';
import type { Bots, GameName } from './protocol';

let asked: Promise<Bots> | null = null;

/** The bots that play a game. */
export async function botsFor(game: GameName): Promise<string[]> {
  asked ??= ask<Bots>('GET', '/api/bots').catch((wrong: unknown) => {
    asked = null;
    throw wrong;
  });
  return (await asked).bots.filter(({ games }) => games.includes(game)).map(({ name }) => name);
}
