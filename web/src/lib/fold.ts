/** The state of a table in the page: the first view, then changed by each message of news. */
import type { Line, LogLine, News, TableInfo, View, ViewMessage, SignalsBySeat, You } from './types';

export interface Known {
  n: number;
  you: You;
  table: TableInfo;
  view: View | null;
  signals: SignalsBySeat;
  chat: Line[];
  here: boolean[];
  watching: number;
}

const CHAT_KEPT = 100;

export function firstState(message: ViewMessage): Known {
  const { n, you, table, view, said, chat, here, watching } = message;
  return { n, you, table, view, signals: said, chat, here, watching };
}

/** The next state; null if something was missed, and the same state if it is old news. */
export function applyNews(known: Known, news: News): Known | null {
  if (news.n <= known.n) return known;
  if (news.n !== known.n + 1) return null;
  const table = { ...known.table, ...news.table };
  const you = { ...known.you, host: known.you.seat !== null && table.host === known.you.seat };
  return { ...known, n: news.n, you, table, view: viewed(known, table, news), chat: chatted(known.chat, news) };
}

function viewed(known: Known, table: TableInfo, news: News): View | null {
  if (news.what.kind === 'dealt') {
    const empty = { hand: null, moves: [], log: [], over: false, result: null };
    const about = { game: table.game, players: table.players, options: table.options, seat: known.you.seat };
    return { ...empty, ...about, ...news.view } as unknown as View; // a deal brings all the rest
  }
  if (!known.view) return null;
  return { ...known.view, ...news.view, log: logged(known.view.log, news) } as View;
}

function logged(log: LogLine[], { what }: News): LogLine[] {
  if (what.kind === 'moved') return [...log, [what.seat, what.move]];
  return what.kind === 'undone' ? log.slice(0, -1) : log;
}

function chatted(chat: Line[], { what }: News): Line[] {
  return what.kind === 'chat' ? [...chat, what].slice(-CHAT_KEPT) : chat;
}
