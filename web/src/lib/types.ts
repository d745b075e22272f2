/** The server's types by the names the pages use. */
import type { GameView, SeatSignals } from './protocol';

export type {
  Advice as Hint,
  ChatLine as Line,
  ClientMessage as Act,
  Command as CommandName,
  GameEvent,
  GameName,
  GameView as View,
  NewsMessage as News,
  Phase,
  Pile as PileName,
  Plan,
  Reason,
  Result,
  ServerMessage as Sent,
  Signal,
  SeatSignals as Signals,
  TableSeat as Seat,
  TableState as TableInfo,
  TeamView,
  ViewMessage,
  You,
} from './protocol';

export type LogLine = GameView['log'][number];
export type SignalsBySeat = Record<string, SeatSignals>;
