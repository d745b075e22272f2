/** The games by their facts, which are the server's (`GAMES` in protocol.ts). */
import { GAMES, type GameName } from './protocol';

export type Page = (typeof GAMES)[GameName]['page'];

/** What the server says of a game, the same for all of them. */
export interface Facts {
  readonly players: readonly [fewest: number, most: number];
  readonly options: readonly string[];
  readonly team: boolean;
  readonly turns: boolean;
  readonly commands: boolean;
  readonly daily: boolean;
  readonly cards: number;
  readonly starts: readonly number[];
  readonly fire_cards: readonly number[];
  readonly step_back: number;
  readonly tournament: number | null; // the fewest games for each player
  readonly page: Page;
}

export const NAMES = Object.keys(GAMES) as GameName[];

export const factsOf = (game: GameName): Facts => GAMES[game];

export const isGame = (name: string): name is GameName => name in GAMES;

/** The facts that all games with this page share, from the first of them. */
export function factsOfPage(page: Page): Facts {
  const found = NAMES.map(factsOf).find((facts) => facts.page === page);
  if (!found) throw new Error(`no game has the page ${page}`);
  return found;
}

/** The numbers of a pile from its start card on, as they stand on it. */
export function rangeOf({ starts: [low = 0, high = 0] }: Facts, up: boolean): string {
  return up ? `${low}–${high - 1}` : `${high}–${low + 1}`;
}

/** Every number that burns in some game (F1). */
export const FIRE_CARDS: ReadonlySet<number> = new Set(NAMES.flatMap((game) => factsOf(game).fire_cards));
