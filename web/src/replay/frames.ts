/** A finished game, frame by frame: where turns begin, what was played until a frame, and what it looked like then. */
import type { Known } from '../lib/fold';
import type { Frame, Replay } from '../lib/protocol';
import type { LogLine, News, TableInfo, View } from '../lib/types';

export interface Turn {
  nth: number;
  seat: number;
  from: number; // the frame in which the turn has just begun
  to: number; // the last frame of the turn
}

/** Where each turn begins; tension has none. */
export function turns(frames: Frame[]): Turn[] {
  const found: Turn[] = [];
  frames.forEach(({ events, view }, i) => {
    const begun = i === 0 || events.some(({ event }) => event === 'turn' || event === 'started'); // alone, with the deal
    if (begun && view.to_move !== null)
      found.push({ nth: found.length + 1, seat: view.to_move, from: i, to: frames.length - 1 });
  });
  found.forEach((turn, i) => {
    const next = found[i + 1];
    if (next) turn.to = next.from;
  });
  return found;
}

/** The turn that a frame belongs to. */
export const turnAt = (all: Turn[], frame: number): Turn | undefined => all.findLast(({ from }) => from <= frame);

export const logUntil = (frames: Frame[], at: number): LogLine[] =>
  frames.slice(1, at + 1).map(({ seat, move }) => [seat, move ?? '']);

/** A table as it was after a frame, for whoever looks on; the same shape that a live table has. */
export function knownAt(game: Replay, at: number, eyes: number | null): Known {
  const frame = game.frames[at];
  const view = frame && ({ ...frame.view, moves: [], log: logUntil(game.frames, at) } as View);
  return {
    n: at,
    you: { seat: eyes, name: '', host: false, muted: [] },
    table: {
      id: game.id,
      game: game.game,
      players: game.players,
      options: frame?.view.options ?? {},
      phase: view?.over ? 'over' : 'playing',
      seats: game.seats.map(({ name, bot }) => ({ kind: bot ? 'bot' : 'person', name, bot, deputy: null })),
    } as unknown as TableInfo,
    view: view ?? null,
    signals: frame?.said ?? {},
    chat: [],
    here: game.seats.map(() => true),
    watching: 0,
  };
}

/** A frame as the news it was. */
export function newsOf(game: Replay, at: number): News | null {
  const frame = game.frames[at];
  if (!frame?.move) return null;
  const { seat, move, events } = frame;
  return { type: 'news', n: at, at: 0, what: { kind: 'moved', seat, move }, events, table: {}, view: {} };
}

/** The sealed part of a record, and its seal: the hash of that part. */
export function sealIn(record: string): { text: string; commitment: string } | null {
  const commitment = /^commitment: ([0-9a-f]{64})$/m.exec(record)?.[1];
  const text = /^salt: [\s\S]*?(?=^moves:$)/m.exec(record)?.[0];
  return commitment && text ? { text, commitment } : null;
}

/** Does the hash of the deal match its seal? Null where the browser cannot compute it. */
export async function intact(record: string): Promise<boolean | null> {
  const seal = sealIn(record);
  if (!seal || !globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seal.text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === seal.commitment;
}
