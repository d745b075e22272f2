import { describe, expect, test } from 'vitest';
import type { Frame, Replay } from '../lib/protocol';
import { intact, knownAt, logUntil, newsOf, sealIn, turnAt, turns } from './frames';

const frame = (seat: number | null, move: string | null, to_move: number | null, ...events: string[]): Frame =>
  ({
    seat,
    move,
    events: events.map((event) => ({ event })),
    view: { to_move, options: {}, over: false },
    hands: null,
  }) as unknown as Frame;

const frames = [
  frame(null, null, null),
  frame(null, '@1', 1, 'started', 'turn'),
  frame(1, '12a', 1, 'laid'),
  frame(1, '.', 0, 'ended', 'drew', 'turn'),
  frame(0, '30a', 0, 'laid'),
];
const seats = [
  { name: 'Anna', bot: null, won: true },
  { name: 'expert', bot: 'expert', won: false },
];
const game = { id: 'g', game: 'duel', players: 2, seats, frames } as Replay;

describe('turns', () => {
  test('begin where somebody is on, and end where the next begins', () => {
    expect(turns(frames)).toEqual([
      { nth: 1, seat: 1, from: 1, to: 3 },
      { nth: 2, seat: 0, from: 3, to: 4 },
    ]);
  });

  test('every frame after the first turn began belongs to one', () => {
    expect([0, 1, 2, 3, 4].map((at) => turnAt(turns(frames), at)?.nth)).toEqual([undefined, 1, 1, 2, 2]);
  });
});

describe('a table as it was', () => {
  test('its log is what had been played until then', () => {
    expect(logUntil(frames, 2)).toEqual([
      [null, '@1'],
      [1, '12a'],
    ]);
    expect(knownAt(game, 0, null).view?.log).toEqual([]);
    expect(knownAt(game, 2, 1)).toMatchObject({ n: 2, you: { seat: 1 }, view: { moves: [], to_move: 1 } });
  });

  test('bots and people keep their seats', () => {
    expect(knownAt(game, 0, null).table.seats.map(({ kind }) => kind)).toEqual(['person', 'bot']);
  });

  test('a move is told as the news it was, the deal is none', () => {
    expect(newsOf(game, 0)).toBeNull();
    expect(newsOf(game, 2)?.what).toEqual({ kind: 'moved', seat: 1, move: '12a' });
    expect(newsOf(game, 1)?.what).toEqual({ kind: 'moved', seat: null, move: '@1' });
  });
});

describe('the seal of a deal', () => {
  const dealt = `salt: ${'5a17'.repeat(16)}\ngame: classic\nplayers: 1\nhand 0: 2 3 4 5 6 7 8 9\nstock: 10 11\n`;
  const record = (commitment: string): string =>
    `gambero 1\ncommitment: ${commitment}\n${dealt}moves:\n0: 2a 3a .\nresult: unfinished\n`;
  const hash = async (): Promise<string> => {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(dealt));
    return Buffer.from(bytes).toString('hex');
  };

  test('covers everything from the salt to the moves', () => {
    expect(sealIn(record('0'.repeat(64)))).toEqual({ text: dealt, commitment: '0'.repeat(64) });
    expect(sealIn('gambero 1\ngame: classic\nmoves:\n')).toBeNull();
  });

  test('holds if nothing was exchanged, and breaks if one card was', async () => {
    const promised = await hash();
    expect(await intact(record(promised))).toBe(true);
    expect(await intact(record(promised).replace('stock: 10 11', 'stock: 11 10'))).toBe(false);
  });

  test('says nothing of a record without one', async () => {
    expect(await intact('gambero 1\ngame: classic\nmoves:\n')).toBeNull();
  });
});
