/** What a table sends, as the pages use it. */

export type Phase = 'gathering' | 'starting' | 'countdown' | 'playing' | 'stuck' | 'over';
export type PileName = 'a' | 'b' | 'c' | 'd';
export type Signal = 'mine' | 'small' | 'free';
export type CommandName = 'stop' | 'skull' | 'three' | 'silence' | 'no_trick' | 'one_pile' | 'draw_one';

export interface Seat {
  kind: 'person' | 'bot' | 'empty';
  name: string;
  bot: string | null;
  deputy: string | null;
}

export interface Tournament {
  target: number;
  sheet: number[][];
  points: number[];
  places: number[];
  over: boolean;
}

export interface TableInfo {
  id: string;
  game: 'classic' | 'extreme' | 'duel' | 'tension';
  players: number;
  options: Record<string, boolean>;
  commands: string | null;
  listed: boolean;
  clock: number | null;
  wait: number;
  daily: string | null;
  closed: boolean;
  seats: Seat[];
  host: number | null;
  starter: number | null;
  eager: (number | null)[];
  go_at: number | null;
  games: number;
  commitment: string | null;
  phase: Phase;
  undo: boolean;
  hurried: number | null;
  turn_at: number | null;
  game_id: string | null;
  reveal: { deck: unknown; salt: string } | null;
  tournament: Tournament | null;
  practice?: unknown;
}

export interface Result {
  won: boolean | null;
  winners: number[];
  left: number | number[];
  reason: string;
  rating: string | null;
}

export type LogLine = [seat: number | null, move: string];

/** What every game's view holds. */
export interface View {
  game: string;
  players: number;
  options: Record<string, boolean>;
  seat: number | null;
  to_move: number | null;
  minimum: number;
  moves: string[];
  log: LogLine[];
  over: boolean;
  result: Result | null;
}

export interface TeamView extends View {
  piles: [number, number, number, number];
  stock: number;
  hands: number[];
  hand: number[] | null;
  turn: { laid: number; three: boolean; skulls: PileName[]; picked: PileName | null };
  fires: { due: PileName[]; fresh: PileName[] };
  commands: Record<string, CommandName>;
  in_force: { pile: PileName; command: CommandName }[];
  silence: boolean;
}

export interface Said {
  piles: Partial<Record<PileName, Signal>>;
  commands: CommandName[];
}
export type Words = Record<string, Said>;

export interface Line {
  n: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

export interface You {
  seat: number | null;
  name: string;
  host: boolean;
}

export type GameEvent = { event: string; seat?: number } & Record<string, unknown>;

export interface ViewMessage {
  type: 'view';
  n: number;
  now: number;
  you: You;
  table: TableInfo;
  view: View | null;
  said: Words;
  chat: Line[];
  here: boolean[];
  watching: number;
}

export interface News {
  type: 'news';
  n: number;
  at: number;
  what: { kind: string; seat?: number; move?: string } & Record<string, unknown>;
  events: GameEvent[];
  table: Partial<TableInfo>;
  view: Partial<View>;
}

export type Sent =
  | ViewMessage
  | News
  | { type: 'said'; said: Words }
  | { type: 'here'; here: boolean[]; watching: number }
  | ({ type: 'ok'; id: string | null } & Record<string, unknown>)
  | ({ type: 'refused'; id: string | null; code: string; why: string } & Record<string, unknown>)
  | { type: 'bye'; why: string };

export interface HintPlan {
  moves: string[];
  costs: number[];
  chance: number;
}
export interface Hint {
  after: number;
  best: HintPlan;
  others: HintPlan[];
  why: ({ why: string } & Record<string, unknown>)[];
  words: string;
}
