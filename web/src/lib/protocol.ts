// Written by `make types` from what the server sends and takes, and from the law. Change it there.

export const GAMES = {
  classic: {
    players: [1, 5],
    options: ['professional', 'short_hands', 'on_fire'],
    team: true,
    turns: true,
    signals: true,
    chat_taboo: true,
    hints: true,
    commands: false,
    daily: true,
    piles: 'abcd',
    cards: 98,
    starts: [1, 100],
    fire_cards: [22, 33, 44, 55, 66, 77],
    step_back: 10,
    tournament: null,
    page: 'team',
  },
  extreme: {
    players: [1, 5],
    options: ['professional', 'short_hands'],
    team: true,
    turns: true,
    signals: true,
    chat_taboo: true,
    hints: true,
    commands: true,
    daily: true,
    piles: 'abcd',
    cards: 98,
    starts: [1, 100],
    fire_cards: [],
    step_back: 10,
    tournament: null,
    page: 'team',
  },
  duel: {
    players: [2, 2],
    options: ['last_card_wins'],
    team: false,
    turns: true,
    signals: false,
    chat_taboo: false,
    hints: false,
    commands: false,
    daily: true,
    piles: 'acAC',
    cards: 58,
    starts: [1, 60],
    fire_cards: [],
    step_back: 10,
    tournament: null,
    page: 'duel',
  },
  tension: {
    players: [2, 4],
    options: [],
    team: false,
    turns: false,
    signals: false,
    chat_taboo: false,
    hints: false,
    commands: false,
    daily: false,
    piles: '',
    cards: 73,
    starts: [],
    fire_cards: [],
    step_back: 0,
    tournament: 2,
    page: 'tension',
  },
} as const;
export type RefusalKey =
  | 'phase.not_dealt'
  | 'phase.wait_for_go'
  | 'phase.stuck'
  | 'phase.bottom_card'
  | 'phase.go'
  | 'phase.start_move'
  | 'phase.starter'
  | 'phase.no_piles'
  | 'phase.seats_fixed'
  | 'phase.deal_given'
  | 'phase.playing'
  | 'phase.only_watch'
  | 'stale.newer'
  | 'undo.nothing'
  | 'undo.too_many'
  | 'closed.by_host'
  | 'closed.by_admin'
  | 'busy.crowded'
  | 'busy.reloaded'
  | 'busy.queue'
  | 'busy.connections'
  | 'busy.yours'
  | 'turn.not_yours'
  | 'turn.undo'
  | 'turn.hint'
  | 'turn.deputy'
  | 'turn.unknown'
  | 'turn.bot_moves'
  | 'turn.time_up'
  | 'host.only'
  | 'host.starts'
  | 'host.others_play'
  | 'host.says_go'
  | 'seat.watching'
  | 'seat.screen'
  | 'seat.own_moves'
  | 'seat.deputy_already'
  | 'seat.deputy_there'
  | 'seat.connected'
  | 'seat.no_hurry'
  | 'seat.too_many_people'
  | 'seat.person_playing'
  | 'seat.person'
  | 'seat.empty'
  | 'seat.not_a_person'
  | 'seat.some_empty'
  | 'seat.seated'
  | 'seat.taken'
  | 'seat.all_taken'
  | 'seat.unknown'
  | 'seat.nobody_on_turn'
  | 'seat.too_many_bots'
  | 'seat.start_needs_all'
  | 'late.first'
  | 'wait.wrong_card'
  | 'silence.in_force'
  | 'number.taboo'
  | 'number.pieces'
  | 'chat.quiet'
  | 'chat.blocked'
  | 'chat.empty'
  | 'signal.pile'
  | 'signal.word'
  | 'signal.command'
  | 'signal.no_commands'
  | 'game.no_signals'
  | 'game.no_hints'
  | 'bot.unknown'
  | 'bot.other_game'
  | 'daily.no_deputy'
  | 'daily.once'
  | 'daily.no_hints'
  | 'secret.unwatched'
  | 'secret.record'
  | 'day.malformed'
  | 'day.out_of_range'
  | 'report.again'
  | 'about.no_such_line'
  | 'about.nobody'
  | 'about.yourself'
  | 'malformed.not_text'
  | 'malformed.message'
  | 'size.message'
  | 'size.headers'
  | 'size.body'
  | 'limit.messages'
  | 'limit.flood'
  | 'limit.chats'
  | 'limit.connections'
  | 'limit.requests'
  | 'limit.slow'
  | 'limit.logins'
  | 'limit.tables'
  | 'limit.invited'
  | 'limit.invitations'
  | 'limit.codes'
  | 'limit.accounts'
  | 'limit.mutes'
  | 'limit.reports'
  | 'limit.hints'
  | 'limit.analyses'
  | 'invalid.form'
  | 'options.no_tournament'
  | 'options.no_days'
  | 'options.clock_or_days'
  | 'origin.other_site'
  | 'type.not_json'
  | 'http.not_found'
  | 'http.method_not_allowed'
  | 'http.other'
  | 'fault.connect_again'
  | 'fault.try_again'
  | 'fault.request'
  | 'closing.restart'
  | 'store.no_answer'
  | 'store.full'
  | 'store.locked'
  | 'store.read_only'
  | 'who.unknown'
  | 'banned.person'
  | 'banned.address'
  | 'account.have_one'
  | 'account.none'
  | 'account.closed'
  | 'account.guest_games'
  | 'account.taken'
  | 'login.no_match'
  | 'name.length'
  | 'name.unseen'
  | 'name.too_long'
  | 'name.number'
  | 'name.taken'
  | 'name.blocked'
  | 'session.unknown'
  | 'webhook.address'
  | 'webhook.private'
  | 'webhook.key'
  | 'password.wrong'
  | 'password.length'
  | 'table.unknown'
  | 'code.unknown'
  | 'company.unknown'
  | 'game_id.unknown'
  | 'shared.over'
  | 'shared.led'
  | 'game_id.no_turns'
  | 'game_id.no_luck'
  | 'game_id.no_times'
  | 'lesson.unknown'
  | 'moves.turn_over'
  | 'puzzle.unknown'
  | 'puzzle.none_left'
  | 'puzzle.open'
  | 'puzzle.unfinished'
  | 'run.unknown'
  | 'run.over'
  | 'run.other'
  | 'moves.past_end'
  | 'illegal.game_over'
  | 'illegal.not_started'
  | 'illegal.not_held'
  | 'illegal.minimum_owed'
  | 'illegal.backward_barred'
  | 'illegal.does_not_fit'
  | 'illegal.fire_is_due'
  | 'illegal.other_pile_picked'
  | 'illegal.stop_under_three'
  | 'illegal.three_too_late'
  | 'illegal.skull_left_open'
  | 'illegal.skull_open'
  | 'illegal.three_unfulfilled'
  | 'illegal.second_gift'
  | 'illegal.no_gift'
  | 'illegal.last_card_face_down'
  | 'illegal.not_the_last_card'
  | 'illegal.stack_empty'
  | 'wrong.not_held'
  | 'wrong.does_not_fit'
  | 'wrong.last_card_face_down'
  | 'options.unknown_option'
  | 'options.not_combined'
  | 'options.players'
  | 'options.no_commands'
  | 'options.layout'
  | 'options.few_games'
  | 'malformed.move';
export type GameName = 'classic' | 'extreme' | 'duel' | 'tension';
export type Phase = 'gathering' | 'starting' | 'countdown' | 'playing' | 'stuck' | 'over';
export type Pile = 'a' | 'b' | 'c' | 'd';
export type DuelPile = 'a' | 'c' | 'A' | 'C';
export type Command = 'stop' | 'skull' | 'three' | 'silence' | 'no_trick' | 'one_pile' | 'draw_one';
export type Signal = 'mine' | 'small' | 'free';
export type GameView = TeamView | DuelView | TensionView;
export type TensionCard = [value: number, step: number];
export type GameEvent =
  | Started
  | TurnEnded
  | Drew
  | TurnBegan
  | GameOver
  | TeamLaid
  | PutOut
  | Burning
  | CommandLaid
  | CommandLifted
  | DuelLaid
  | TensionLaid
  | TensionDrew
  | TurnedUp
  | LastLaid;
export type What =
  | SatDown
  | BotChanged
  | SeatChanged
  | TableChanged
  | Dealt
  | BecameEager
  | Moved
  | Quieted
  | LatecomersLet
  | Chatted
  | GoSaid
  | CameLate
  | WentWrong;
export type ServerMessage =
  ViewMessage | NewsMessage | SaidMessage | ChatMessage | HereMessage | OkMessage | RefusedMessage | ByeMessage;
export type ClientMessage =
  | Move
  | Undo
  | Say
  | Chat
  | Mute
  | Quiet
  | Report
  | Sit
  | Leave
  | SeatBot
  | Clear
  | Change
  | Latecomers
  | Deputy
  | PassHost
  | Start
  | Eager
  | Starter
  | Go
  | Hint
  | Close
  | Sync
  | Ping;
export type AnalysisLine = AnalysisAbout | AnalysisTurn | AnalysisDone | AnalysisRefused;

/**
 * Classic and extreme.
 */
export interface TeamView {
  players: number;
  options: {
    [k: string]: boolean;
  };
  seat: number | null;
  to_move: number | null;
  minimum: number;
  hands: number[];
  silence: boolean;
  moves: string[];
  log: [number | null, string][];
  over: boolean;
  result: Result | null;
  game: 'classic' | 'extreme';
  piles: [number, number, number, number];
  stock: number;
  hand: number[] | null;
  turn: TeamTurn;
  fires: Fires;
  commands: {
    [k: string]: Command;
  };
  in_force: InForce[];
}
/**
 * A `gambero.Result` as plain data.
 */
export interface Result {
  won: boolean | null;
  winners: number[];
  left: number | number[];
  reason: 'beaten' | 'stuck' | 'fire' | 'skull' | 'three' | 'finished' | 'out';
  rating: ('beaten' | 'brilliant' | 'lost') | null;
}
export interface TeamTurn {
  laid: number;
  three: boolean;
  skulls: Pile[];
  picked: Pile | null;
}
export interface Fires {
  due: Pile[];
  fresh: Pile[];
}
export interface InForce {
  pile: Pile;
  command: Command;
}
/**
 * Piles: seat 0 up, seat 0 down, seat 1 up, seat 1 down.
 */
export interface DuelView {
  players: number;
  options: {
    [k: string]: boolean;
  };
  seat: number | null;
  to_move: number | null;
  minimum: number;
  hands: number[];
  silence: boolean;
  moves: string[];
  log: [number | null, string][];
  over: boolean;
  result: Result | null;
  game: 'duel';
  piles: [number, number, number, number];
  stock: number[];
  hand: number[] | null;
  turn: DuelTurn;
}
export interface DuelTurn {
  laid: number;
  gift: boolean;
  draws: number;
}
/**
 * `piles` is the top card, `pile` the whole discard pile, bottom first. A server hides `hand` until go (T3).
 */
export interface TensionView {
  players: number;
  options: {
    [k: string]: boolean;
  };
  seat: number | null;
  to_move: number | null;
  minimum: number;
  hands: number[];
  silence: boolean;
  moves: string[];
  log: [number | null, string][];
  over: boolean;
  result: Result | null;
  game: 'tension';
  piles: TensionCard;
  pile: TensionCard[];
  stock: number[];
  hand: TensionCard[] | null;
}
/**
 * C4, D2: this seat starts.
 */
export interface Started {
  event: 'started';
  seat: number;
}
/**
 * The mover said so; a turn that ends by itself has no such event.
 */
export interface TurnEnded {
  event: 'ended';
  seat: number;
}
/**
 * `cards` is null for everybody but who drew them.
 */
export interface Drew {
  event: 'drew';
  seat: number;
  count: number;
  cards: number[] | null;
}
export interface TurnBegan {
  event: 'turn';
  seat: number;
  minimum: number;
}
export interface GameOver {
  won: boolean | null;
  winners: number[];
  left: number | number[];
  reason: 'beaten' | 'stuck' | 'fire' | 'skull' | 'three' | 'finished' | 'out';
  rating: ('beaten' | 'brilliant' | 'lost') | null;
  event: 'over';
}
export interface TeamLaid {
  event: 'laid';
  seat: number;
  card: number;
  pile: Pile;
  trick: boolean;
}
/**
 * F3: a fire was covered.
 */
export interface PutOut {
  event: 'put_out';
  pile: Pile;
}
/**
 * F1: a fire card was laid.
 */
export interface Burning {
  event: 'burning';
  pile: Pile;
}
export interface CommandLaid {
  event: 'command';
  command: Command;
  pile: Pile;
}
/**
 * E11: a lasting command was covered.
 */
export interface CommandLifted {
  event: 'lifted';
  command: Command;
  pile: Pile;
}
export interface DuelLaid {
  event: 'laid';
  seat: number;
  card: number;
  pile: DuelPile;
  trick: boolean;
  gift: boolean;
}
export interface TensionLaid {
  event: 'laid';
  seat: number;
  card: TensionCard;
}
export interface TensionDrew {
  event: 'drew';
  seat: number;
  count: number;
  cards: TensionCard[] | null;
}
/**
 * T10: the bottom card went on top.
 */
export interface TurnedUp {
  event: 'turned_up';
  card: TensionCard;
}
/**
 * T11: the last card, face down.
 */
export interface LastLaid {
  event: 'last';
  seat: number;
}
export interface SatDown {
  kind: 'sat';
  seat: number;
  name: string;
}
/**
 * A bot was seated, or plays for somebody.
 */
export interface BotChanged {
  kind: 'bot' | 'away';
  seat: number;
  bot: string;
}
/**
 * A person got up, is back, ran out of time or signalled; or a card was taken back.
 */
export interface SeatChanged {
  kind: 'left' | 'back' | 'timeout' | 'said' | 'undone';
  seat: number;
}
export interface TableChanged {
  kind: 'host' | 'began' | 'closed' | 'changed' | 'aside';
}
export interface Dealt {
  kind: 'dealt';
  commitment: string;
}
export interface BecameEager {
  kind: 'eager';
  seat: number;
  level: number;
}
export interface Moved {
  kind: 'moved';
  seat: number | null;
  move: string;
}
/**
 * The host muted somebody, or ended that; `seat` is null if they have none.
 */
export interface Quieted {
  kind: 'quieted';
  seat: number | null;
  on: boolean;
}
/**
 * The host lets people take bots' seats in a game, or ended that.
 */
export interface LatecomersLet {
  kind: 'latecomers';
  on: boolean;
}
export interface Chatted {
  n: number;
  seat: number | null;
  name: string;
  account: boolean;
  text: string;
  at: number;
  muted: boolean;
  kind: 'chat';
}
export interface GoSaid {
  kind: 'go';
  at: number;
}
/**
 * T8: somebody else's card was first.
 */
export interface CameLate {
  kind: 'late';
  seat: number;
  move: string;
}
export interface WentWrong {
  kind: 'wrong';
  seat: number;
  move: string;
  until: number;
}
/**
 * Everything a seat or spectator may see.
 */
export interface ViewMessage {
  type: 'view';
  n: number;
  now: number;
  you: You;
  table: TableState;
  view: GameView | null;
  said: {
    [k: string]: SeatSignals;
  };
  chat: ChatLine[];
  here: boolean[];
  watching: number;
}
export interface You {
  seat: number | null;
  name: string;
  host: boolean;
  muted: number[];
}
/**
 * What everybody at a table may know about it, beside the cards.
 */
export interface TableState {
  id: string;
  game: GameName;
  players: number;
  options: {
    [k: string]: boolean;
  };
  commands: ('house' | 'shuffled' | 'own') | null;
  listed: boolean;
  code: string | null;
  latecomers: boolean;
  clock: number | null;
  days: (0 | 1 | 3) | null;
  wait: number;
  speed: 'slow' | 'normal' | 'fast';
  daily: string | null;
  practice: Practice | null;
  closed: boolean;
  closed_by: ('host' | 'admin') | null;
  seats: TableSeat[];
  quiet: number[];
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
  reveal: Reveal | null;
  tournament: Sheet | null;
}
/**
 * Which lesson is played, or which finished game, and from which move on.
 */
export interface Practice {
  lesson: string | null;
  game_id: string | null;
  moves: number | null;
}
export interface TableSeat {
  kind: 'empty' | 'person' | 'bot';
  name: string;
  bot: string | null;
  deputy: string | null;
  account?: boolean;
}
/**
 * The deal, once the game is over: 98 cards, two decks of 58, or 73 pairs.
 */
export interface Reveal {
  deck: number[] | number[][] | TensionCard[];
  salt: string;
}
/**
 * The score sheet of a tournament (T12).
 */
export interface Sheet {
  target: number;
  sheet: number[][];
  points: number[];
  places: number[];
  over: boolean;
}
/**
 * The signals of one seat; `exact` if it signals all it could, so that what it leaves out tells something too.
 */
export interface SeatSignals {
  piles: {
    a?: Signal;
    b?: Signal;
    c?: Signal;
    d?: Signal;
  };
  commands: Command[];
  exact: boolean;
}
/**
 * A line of the chat; its text is empty if you muted its author. A spectator has no seat.
 */
export interface ChatLine {
  n: number;
  seat: number | null;
  name: string;
  account: boolean;
  text: string;
  at: number;
  muted: boolean;
}
/**
 * What an entry changed, to be merged into the last view; a deal brings a whole view.
 */
export interface NewsMessage {
  type: 'news';
  n: number;
  at: number;
  what: What;
  events: GameEvent[];
  table: Partial<TableState>;
  view: Partial<TeamView> | Partial<DuelView> | Partial<TensionView>;
}
export interface SaidMessage {
  type: 'said';
  said: {
    [k: string]: SeatSignals;
  };
}
/**
 * The whole chat: the game is over, and what spectators wrote can be read by all.
 */
export interface ChatMessage {
  type: 'chat';
  chat: ChatLine[];
}
export interface HereMessage {
  type: 'here';
  here: boolean[];
  watching: number;
}
export interface OkMessage {
  type: 'ok';
  id: string | null;
  n?: number | null;
  again?: boolean | null;
  now?: number | null;
  hint?: Advice | null;
}
export interface Advice {
  after: number;
  best: Plan;
  others: Plan[];
  why: Reason[];
  words: string;
}
/**
 * The rest of a turn: what each card costs, and the chance that the game is won.
 */
export interface Plan {
  moves: string[];
  costs: number[];
  chance: number;
}
export interface Reason {
  why: 'trick' | 'puts_out' | 'keeps_pile' | 'keeps_trick' | 'heeds' | 'despite' | 'minimum' | 'wins' | 'lost';
  pile?: Pile | null;
  seat?: number | null;
  signal?: Signal | null;
  cards?: number | null;
}
/**
 * What a message asked for was not done: `code` and `reason` say why, `values` hold the details of that reason.
 */
export interface RefusedMessage {
  type: 'refused';
  id: string | null;
  code: string;
  reason: string;
  clause: string;
  values: {
    [k: string]: unknown;
  };
  why: string;
}
export interface ByeMessage {
  type: 'bye';
  why: string;
  reconnect: boolean;
}
/**
 * Play a move, as text. With `after`, only if nothing has happened since that number.
 */
export interface Move {
  id?: string | null;
  type: 'move';
  move: string;
  after?: number | null;
}
/**
 * Take back the last card of the turn, if nothing new was seen since.
 */
export interface Undo {
  id?: string | null;
  type: 'undo';
}
/**
 * All signals of the seat about piles and its commands; they replace those before.
 */
export interface Say {
  id?: string | null;
  type: 'say';
  piles?: {
    [k: string]: string;
  };
  commands?: string[];
}
export interface Chat {
  id?: string | null;
  type: 'chat';
  text: string;
}
/**
 * Hide what somebody writes, for yourself alone, here and at other tables; or show it again.
 */
export interface Mute {
  id?: string | null;
  seat?: number | null;
  line?: number | null;
  type: 'mute';
  on?: boolean;
}
/**
 * The host mutes somebody's chat at this table, or ends that; signals are not muted.
 */
export interface Quiet {
  id?: string | null;
  seat?: number | null;
  line?: number | null;
  type: 'quiet';
  on?: boolean;
}
/**
 * Report a chat line, or the name at a seat, to the operators; `words` says why.
 */
export interface Report {
  id?: string | null;
  seat?: number | null;
  line?: number | null;
  type: 'report';
  words?: string;
}
/**
 * Take a seat: the one named, or the first that is free.
 */
export interface Sit {
  id?: string | null;
  type: 'sit';
  seat?: number | null;
}
/**
 * Get up; in the middle of a game a bot plays on, and gives the seat back on return.
 */
export interface Leave {
  id?: string | null;
  type: 'leave';
}
/**
 * Put a bot on an empty seat, or in place of another bot.
 */
export interface SeatBot {
  id?: string | null;
  type: 'bot';
  seat: number;
  bot: string;
}
/**
 * The host empties a seat, a bot's or a person's, before a game.
 */
export interface Clear {
  id?: string | null;
  type: 'clear';
  seat: number;
}
/**
 * The host says anew what is played, before a game; who sits here keeps a seat.
 */
export interface Change {
  game: GameName;
  /**
   * How many seats; the fewest the game takes if not said.
   */
  players?: number | null;
  options?: {
    [k: string]: boolean;
  };
  /**
   * Extreme (E1): which cards carry commands; a layout of one's own names 28 by number.
   */
  commands?:
    | ('house' | 'shuffled')
    | {
        /**
         * via the `patternProperty` "^[1-9][0-9]?$".
         */
        [k: string]: 'stop' | 'skull' | 'three' | 'silence' | 'no_trick' | 'one_pile' | 'draw_one';
      }
    | null;
  /**
   * Shown in the lobby, or found by its link only.
   */
  listed?: boolean;
  /**
   * Seconds a turn.
   */
  clock?: number | null;
  /**
   * Without hurry: days a turn may take, 0 for any number. Nobody's seat is taken over before.
   */
  days?: (0 | 1 | 3) | null;
  /**
   * Tension: seconds a wrong card costs (T13).
   */
  wait?: number;
  /**
   * Tension: how many games (T12).
   */
  tournament?: number | null;
  id?: string | null;
  type: 'change';
  /**
   * How fast bots play; as before if not said.
   */
  speed?: ('slow' | 'normal' | 'fast') | null;
}
/**
 * The host lets people take bots' seats in the middle of a game, between two turns, or ends that.
 */
export interface Latecomers {
  id?: string | null;
  type: 'latecomers';
  on?: boolean;
}
/**
 * Let a bot play now for a person who is not connected, without waiting for the minute.
 */
export interface Deputy {
  id?: string | null;
  type: 'deputy';
  seat: number;
}
/**
 * Hand the host's rights to the person at a seat.
 */
export interface PassHost {
  id?: string | null;
  type: 'host';
  seat: number;
}
/**
 * The host deals: the first game or the next with the same seats.
 */
export interface Start {
  id?: string | null;
  type: 'start';
}
/**
 * How gladly the seat would start: 0 rather not, 1 if need be, 2 gladly (C4).
 */
export interface Eager {
  id?: string | null;
  type: 'eager';
  level: 0 | 1 | 2;
}
/**
 * The host settles who starts (C4, D2).
 */
export interface Starter {
  id?: string | null;
  type: 'starter';
  seat: number;
}
/**
 * Tension: the starter says go (T4, T10).
 */
export interface Go {
  id?: string | null;
  type: 'go';
}
/**
 * What the expert would lay, told to the asker alone.
 */
export interface Hint {
  id?: string | null;
  type: 'hint';
}
/**
 * The host removes the table.
 */
export interface Close {
  id?: string | null;
  type: 'close';
}
/**
 * Ask for the news after this number; without one, for a whole view.
 */
export interface Sync {
  id?: string | null;
  type: 'sync';
  after?: number | null;
}
export interface Ping {
  id?: string | null;
  type: 'ping';
}
/**
 * The first line. `done`: the analysis was stored before, so the last line follows at once.
 */
export interface AnalysisAbout {
  type: 'about';
  turns: number;
  done: boolean;
}
export interface AnalysisTurn {
  seat: number;
  first: number;
  moves: string[];
  best: string[];
  chance: number;
  played: number;
  error: number;
  noise: number;
  gap: number;
  luck: number;
  forced: boolean;
  decision: boolean;
  judgement: ('inaccuracy' | 'mistake' | 'blunder') | null;
  type: 'turn';
  index: number;
}
export interface AnalysisDone {
  type: 'done';
  analysis: GameAnalysis | GamePace;
}
/**
 * `chances` are the team's, or in a duel seat 0's: before each turn, and last the result.
 */
export interface GameAnalysis {
  game: GameName;
  players: number;
  chances: number[];
  turns: TurnReviewed[];
  seats: SeatReviewed[];
  luck: number;
  skill: number;
  turning_points: number[];
  winnable: number | null;
  line: string[];
  seconds: number;
}
/**
 * One turn; chances are those of the seat that took it, from 0 to 1.
 */
export interface TurnReviewed {
  seat: number;
  first: number;
  moves: string[];
  best: string[];
  chance: number;
  played: number;
  error: number;
  noise: number;
  gap: number;
  luck: number;
  forced: boolean;
  decision: boolean;
  judgement: ('inaccuracy' | 'mistake' | 'blunder') | null;
}
export interface SeatReviewed {
  decisions: number;
  error: number;
  accuracy: number;
  rank: 'masterly' | 'expert' | 'strong' | 'good' | 'learning' | 'untested';
}
/**
 * Tension: pace instead of chances.
 */
export interface GamePace {
  game: GameName;
  players: number;
  seconds: number;
  seats: PaceSeat[];
  timeline: PaceAct[];
  waits: PaceWait[];
}
/**
 * How a seat of tension played: counts, and seconds.
 */
export interface PaceSeat {
  laid: number;
  drew: number;
  mistakes: number;
  late: number;
  unused: number;
  longest: number;
  best_run: number;
}
/**
 * What a seat did, and when; `seat` is null where the bottom card was turned up.
 */
export interface PaceAct {
  at: number;
  seat: number | null;
  act: 'laid' | 'drew' | 'face_down' | 'turned_up' | 'mistake' | 'late';
  move: string;
}
/**
 * A card that fitted lay unused in a hand, from when to when.
 */
export interface PaceWait {
  seat: number;
  since: number;
  until: number;
}
export interface AnalysisRefused {
  code: string;
  reason: string;
  clause: string;
  values: {
    [k: string]: unknown;
  };
  why: string;
  type: 'refused';
}
/**
 * An answer: a whole turn, or a line that may still go on; null gives up.
 *
 * Only the first answer counts, that of who gives up too.
 */
export interface Answer {
  moves: string[] | null;
  /**
   * The run it is for.
   */
  run?: string | null;
}
export interface AskHint {
  number: number;
}
/**
 * Why somebody may not play here, and until when; null: until further notice.
 */
export interface Banned {
  cause: string;
  until: number | null;
}
export interface Bot {
  name: string;
  thinks: string;
  games: GameName[];
  level?: ('easy' | 'good' | 'expert') | null;
}
export interface Bots {
  bots: Bot[];
}
/**
 * Where a browser can be reached, as its push service says; `key` and `auth` in base64url.
 */
export interface Browser {
  endpoint: string;
  key: string;
  auth: string;
  language?: string;
}
/**
 * Somebody you have finished a game with: `who` names them in an invitation, for you alone.
 */
export interface Companion {
  who: string;
  name: string;
  games: number;
  last: number;
}
/**
 * Two whole plans for a turn.
 */
export interface Compare {
  /**
   * Counted from 0.
   */
  turn: number;
  best: string[];
  played: string[];
}
export interface Counted {
  game: GameName;
  options: {
    [k: string]: boolean;
  };
  company: string;
  games: number;
  wins: number;
  left: number;
  brilliant: number;
  fewest: number | null;
}
export interface Credentials {
  login: string;
  password: string;
}
export interface DayPlace {
  game: GameName;
  place: number;
  of: number;
}
export interface DayResult {
  place: number;
  name: string;
  won: boolean;
  score: number;
  game_id: string;
  newcomer: boolean;
  late: boolean;
  you: boolean;
}
export interface DayTable {
  day: string;
  game: GameName;
  today: string;
  results: DayResult[];
  late: DayResult[];
  you: DayResult | null;
  ghosts: Ghost[];
  ghosts_coming: boolean;
}
/**
 * What a bot made of a day's deal.
 */
export interface Ghost {
  bot: string;
  won: boolean;
  score: number;
}
export interface FinishedGame {
  id: string;
  game: GameName;
  options: {
    [k: string]: boolean;
  };
  players: number;
  result: Result;
  seat: number;
  won: boolean;
  seats: SeatPlayed[];
  finished: number;
}
export interface SeatPlayed {
  name: string;
  bot: string | null;
  won: boolean;
  deputy: number;
  own: boolean;
}
/**
 * The table after a move; `hands` are everybody's, if all cards were asked for.
 */
export interface Frame {
  move: string | null;
  seat: number | null;
  events: GameEvent[];
  view: GameView;
  hands: number[][] | TensionCard[][] | null;
  said?: {
    [k: string]: SeatSignals;
  };
}
export interface GameKind {
  players: [number, number];
  options: string[];
}
export interface GameList {
  games: FinishedGame[];
}
export interface Games {
  games: {
    [k: string]: GameKind;
  };
  bots: Bot[];
}
/**
 * What expert would have played at a moment; in team games with its chances and reasons.
 */
export interface Hindsight {
  seat: number;
  moves: string[];
  advice: Advice | null;
}
export interface Invitation {
  table: TableSummary;
  by: string;
  at: number;
}
export interface TableSummary {
  id: string;
  game: GameName;
  players: number;
  options: {
    [k: string]: boolean;
  };
  phase: Phase;
  seats: TableSeat[];
  clock: number | null;
  daily: string | null;
  games: number;
  tournament: boolean;
  days?: number | null;
  waits_for?: number[];
  due?: number | null;
}
export interface Invitations {
  invitations: Invitation[];
}
/**
 * Whom to invite, as `GET /api/company` names them.
 */
export interface Invite {
  who: string[];
}
export interface Invited {
  invited: number;
}
export interface Lately {
  game: GameName;
  won: boolean;
  finished: number;
}
/**
 * All moves of an answer so far.
 */
export interface Lay {
  moves: string[];
}
/**
 * What the followers of a shared review are shown.
 */
export interface Lead {
  /**
   * Moves made.
   */
  frame: number;
  /**
   * The turn that begins here is meant, not the one that ends.
   */
  begins: boolean;
  plan: 'played' | 'best' | 'tried';
  /**
   * All hands.
   */
  open: boolean;
  /**
   * What the leader has laid in this turn so far, trying it again.
   */
  tried: string[];
  /**
   * Frames are of the line that wins with all cards known.
   */
  hindsight: boolean;
  code?: string | null;
}
export interface LessonShown {
  id: string;
  game: GameName;
  players: number;
  options: string[];
  clauses: string[];
  steps: LessonStep[];
}
/**
 * One act of the learner: any of `expect`. Those in `refused` are refused, and worth trying to see why.
 */
export interface LessonStep {
  expect: string[];
  refused: string[];
}
export interface Lessons {
  lessons: LessonShown[];
}
/**
 * Other moves from a point of a finished game on, all cards open.
 */
export interface Line {
  frames: Frame[];
}
export interface Lobby {
  open: TableSummary[];
  playing: TableSummary[];
}
export interface Login {
  login: string;
  password: string;
  /**
   * As a guest with games: take them along, or delete them with the guest. If not said, such a login is refused, so that no game is lost unnoticed.
   */
  take_games?: boolean | null;
}
/**
 * Cards that the bot careful leaves on average: of this deal, tried so many times, and of any deal.
 */
export interface Luck {
  left: number;
  usual: number;
  tries: number;
}
export interface Me {
  name: string;
  login: string | null;
  token: string;
  banned: Banned | null;
  registration: boolean;
}
export interface MyCompany {
  people: Companion[];
}
export interface MyDay {
  day: string;
  game: GameName;
  won: boolean;
  score: number;
  late: boolean;
}
/**
 * Your deals of the day: `streak` counts days in a row of which you finished any deal in time.
 */
export interface MyDays {
  today: string;
  streak: number;
  best_streak: number;
  days: MyDay[];
  yesterday: DayPlace[];
}
export interface MySessions {
  sessions: Session[];
}
/**
 * A device on which you are logged in; times are milliseconds since 1970, `here` is the session that asks.
 */
export interface Session {
  id: string;
  device: string;
  created: number;
  used: number;
  here: boolean;
}
export interface MyTable {
  id: string;
  game: GameName;
  players: number;
  options: {
    [k: string]: boolean;
  };
  phase: Phase;
  seats: TableSeat[];
  clock: number | null;
  daily: string | null;
  games: number;
  tournament: boolean;
  days?: number | null;
  waits_for?: number[];
  due?: number | null;
  seat: number | null;
}
export interface MyTables {
  tables: MyTable[];
}
export interface Name {
  name?: string | null;
}
export interface NewPassword {
  old: string;
  new: string;
}
export interface NewWebhook {
  kind: 'discord' | 'slack' | 'ntfy';
  url: string;
  language?: string;
}
/**
 * A table to be opened. Whoever opens it is its host, and sits at seat 0 unless there is a bot for every seat.
 */
export interface OpenTable {
  game: GameName;
  /**
   * How many seats; the fewest the game takes if not said.
   */
  players?: number | null;
  options?: {
    [k: string]: boolean;
  };
  /**
   * Extreme (E1): which cards carry commands; a layout of one's own names 28 by number.
   */
  commands?:
    | ('house' | 'shuffled')
    | {
        /**
         * via the `patternProperty` "^[1-9][0-9]?$".
         */
        [k: string]: 'stop' | 'skull' | 'three' | 'silence' | 'no_trick' | 'one_pile' | 'draw_one';
      }
    | null;
  /**
   * Shown in the lobby, or found by its link only.
   */
  listed?: boolean;
  /**
   * Seconds a turn.
   */
  clock?: number | null;
  /**
   * Without hurry: days a turn may take, 0 for any number. Nobody's seat is taken over before.
   */
  days?: (0 | 1 | 3) | null;
  /**
   * Tension: seconds a wrong card costs (T13).
   */
  wait?: number;
  /**
   * Tension: how many games (T12).
   */
  tournament?: number | null;
  bots?: string[];
  /**
   * How fast bots play.
   */
  speed?: 'slow' | 'normal' | 'fast';
  /**
   * Deal at once; every seat must be taken.
   */
  start?: boolean;
}
export interface Opened {
  id: string;
}
/**
 * Other moves after so many of the game.
 */
export interface PlayLine {
  after: number;
  moves: string[];
}
/**
 * Either a lesson, or a finished game from one of its moves on.
 */
export interface Practise {
  lesson?: string | null;
  game_id?: string | null;
  /**
   * How many moves of the game are made already.
   */
  moves?: number;
  /**
   * Who plays the other seats; without, they wait for people, and the host deals.
   */
  bots?: string | null;
  /**
   * Yours; as in that game if not said.
   */
  seat?: number | null;
}
export interface PuzzleAnswered {
  verdict: PuzzleVerdict;
  you: PuzzlePerson;
  gained: number | null;
  run: PuzzleRun | null;
}
/**
 * Whether an answer is right. `right` is null while a line can still win; then nothing else is told.
 */
export interface PuzzleVerdict {
  right: boolean | null;
  solution: string[];
  chance: number | null;
  best: number | null;
  others: PuzzlePlan[];
  why: Why[];
  winning: number | null;
  legal: number | null;
}
export interface PuzzlePlan {
  moves: string[];
  chance: number;
}
/**
 * A reason for a plan, or against what was played instead; which other fields it has depends on `why`.
 */
export interface Why {
  why:
    | 'jumps'
    | 'ignored'
    | 'spends_trick'
    | 'gift'
    | 'keeps_gift'
    | 'lost'
    | 'trick'
    | 'puts_out'
    | 'keeps_pile'
    | 'keeps_trick'
    | 'heeds'
    | 'despite'
    | 'minimum'
    | 'wins'
    | 'lays_more';
  pile?: string | null;
  seat?: number | null;
  cards?: number | null;
  card?: number | null;
}
/**
 * Your rating and your results.
 */
export interface PuzzlePerson {
  rating: number;
  deviation: number;
  tries: number;
  solved: number;
  streak: number;
  today: string;
  today_solved: boolean | null;
  best_run: number;
}
/**
 * Three minutes against the clock.
 */
export interface PuzzleRun {
  id: string;
  left: number;
  solved: number;
  missed: number;
  puzzle: PuzzleShown | null;
}
export interface PuzzleShown {
  id: string;
  kind: 'best_turn' | 'lay_all';
  game: GameName;
  rating: number;
  seat: number;
  position: PuzzlePosition;
  solved: boolean | null;
}
/**
 * A puzzle after some moves of an answer: what the mover sees, or in a `lay_all` every hand and the draw pile.
 */
export interface PuzzlePosition {
  view: GameView;
  complete: boolean;
  hands: number[][] | null;
  stock: number[] | null;
  said: {
    [k: string]: SeatSignals;
  };
}
export interface PuzzleGiven {
  puzzle: PuzzleShown;
  you: PuzzlePerson;
}
/**
 * The first tells what it is about, the second how many cards go where, the third the first card.
 */
export interface PuzzleHint {
  number: number;
  themes?: ('step_back' | 'patience' | 'last_cards' | 'heed' | 'fire' | 'order' | 'gift')[] | null;
  cards?: number | null;
  piles?: string[] | null;
  first?: string | null;
}
/**
 * Why not: stable words for programs, the clause of the rules if any, values, and an English sentence.
 */
export interface Refusal {
  code: string;
  reason: string;
  clause: string;
  values: {
    [k: string]: unknown;
  };
  why: string;
}
export interface Replay {
  id: string;
  game: GameName;
  players: number;
  seats: SeatPlayed[];
  you: number | null;
  frames: Frame[];
}
/**
 * Somebody's first try at the same deal; its luck in points from −1 to 1, if it has been analysed.
 */
export interface SameDeal {
  place: number;
  name: string;
  won: boolean;
  score: number;
  game_id: string;
  newcomer: boolean;
  late: boolean;
  you: boolean;
  luck: number | null;
}
/**
 * How others played the same deal; without a day it was no deal of the day, and nobody else had it.
 */
export interface SameDeals {
  day: string | null;
  games: SameDeal[];
}
export interface ShareGames {
  share_games: boolean;
}
/**
 * What followers see, and who leads.
 */
export interface SharedMoment {
  /**
   * Moves made.
   */
  frame: number;
  /**
   * The turn that begins here is meant, not the one that ends.
   */
  begins: boolean;
  plan: 'played' | 'best' | 'tried';
  /**
   * All hands.
   */
  open: boolean;
  /**
   * What the leader has laid in this turn so far, trying it again.
   */
  tried: string[];
  /**
   * Frames are of the line that wins with all cards known.
   */
  hindsight: boolean;
  name: string;
}
export interface SharedReview {
  code: string;
}
/**
 * Whether your finished games may be given out for study, without your name.
 */
export interface Sharing {
  share_games: boolean;
}
export interface Statistics {
  games: number;
  streak: number;
  best_streak: number;
  by: Counted[];
  last: Lately[];
}
/**
 * How you are told that a table waits for you; `key` is the server's, for a browser's subscription.
 */
export interface Told {
  key: string;
  push: boolean;
  webhook: Webhook | null;
}
export interface Webhook {
  kind: 'discord' | 'slack' | 'ntfy';
  url: string;
}
/**
 * Where a tried turn leads: the mover's view, and the verdict once the turn is over.
 */
export interface Tried {
  seat: number;
  view: GameView;
  verdict: Verdict | null;
}
/**
 * A turn that was tried, compared with expert's plan: chances to win, in the same deals of the unseen cards.
 */
export interface Verdict {
  moves: string[];
  best: string[];
  chance: number;
  played: number;
  noise: number;
  solved: boolean;
  why: Why[];
}
/**
 * All moves of a turn so far.
 */
export interface TryTurn {
  /**
   * Counted from 0.
   */
  turn: number;
  moves: string[];
}
export interface WeekResult {
  place: number;
  name: string;
  days: number;
  wins: number;
  score: number;
  you: boolean;
}
/**
 * Of Monday to Sunday: most days won first, then most days played, then the lowest sum of scores.
 */
export interface WeekTable {
  game: GameName;
  first: string;
  last: string;
  results: WeekResult[];
}
export interface Whys {
  why: Why[];
}
