import { describe, expect, test } from 'vitest';
import { applyNews, type Known } from './fold';
import type { News } from './types';

const known = (n: number): Known =>
  ({
    n,
    you: { seat: 0, name: 'Anna', host: true, muted: [] },
    table: { game: 'classic', players: 2, options: {}, host: 0, phase: 'playing', undo: false },
    view: { game: 'classic', hand: [38, 80], piles: [1, 1, 100, 100], moves: ['38a'], log: [[null, '@0']] },
    signals: {},
    chat: [],
    here: [true, true],
    watching: 0,
  }) as unknown as Known;

const news = (n: number, what: unknown, more: object = {}): News =>
  ({ type: 'news', n, at: 0, what, events: [], table: {}, view: {}, ...more }) as unknown as News;

describe('a table as its messages tell it', () => {
  test('news are put over what was known, and the log grows', () => {
    const next = applyNews(
      known(9),
      news(10, { kind: 'moved', seat: 0, move: '38a' }, { table: { undo: true }, view: { hand: [80] } }),
    );
    expect(next?.n).toBe(10);
    expect(next?.table.undo).toBe(true);
    expect(next?.view).toMatchObject({
      hand: [80],
      piles: [1, 1, 100, 100],
      log: [
        [null, '@0'],
        [0, '38a'],
      ],
    });
  });
  test('a card taken back leaves the log', () => {
    const laid = applyNews(known(9), news(10, { kind: 'moved', seat: 0, move: '38a' })) as Known;
    expect(applyNews(laid, news(11, { kind: 'undone', seat: 0 }))?.view?.log).toEqual([[null, '@0']]);
  });
  test('what was missed is noticed, and old news change nothing', () => {
    const now = known(9);
    expect(applyNews(now, news(11, { kind: 'began' }))).toBeNull();
    expect(applyNews(now, news(9, { kind: 'began' }))).toBe(now);
  });
  test('a deal begins a view of its own, also where there was none', () => {
    const next = applyNews(
      { ...known(9), view: null },
      news(10, { kind: 'dealt', commitment: 'x' }, { view: { hand: [2], log: [] } }),
    );
    expect(next?.view).toMatchObject({ game: 'classic', seat: 0, hand: [2], moves: [], log: [] });
  });
  test('the host’s rights follow the seat', () => {
    expect(applyNews(known(9), news(10, { kind: 'host' }, { table: { host: 1 } }))?.you.host).toBe(false);
  });
  test('words are kept', () => {
    const line = { kind: 'chat', n: 10, seat: 1, name: 'Bea', text: 'leave it', at: 0 };
    expect(applyNews(known(9), news(10, line))?.chat.map((one) => one.text)).toEqual(['leave it']);
  });
});
