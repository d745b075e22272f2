import { beforeAll, expect, test, vi } from 'vitest';
import type { Known } from '../lib/fold';
import type { GameName } from '../lib/types';
import { speak } from '../lib/texts.svelte';
import { GAME_PAGES } from '../gamePages';
import { describeWhy } from './why';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

const known = (game: string): Known =>
  ({
    you: { seat: null },
    table: { game, seats: [{ name: 'Anna' }, { name: 'Ben' }] },
  }) as unknown as Known;
const said = (game: GameName, ...moves: string[]): string => GAME_PAGES[game].describeTurn(moves, 1, known(game));

test('a turn of the duel is told from the side of whoever is on', () => {
  expect(said('duel', '48c', '12A', '.')).toBe(
    'Lay 48 on the falling pile of Ben, then 12 as a gift on the rising pile of Anna, and end the turn.',
  );
  expect(said('duel', '48c')).toBe('Lay 48 on the falling pile of Ben.');
  expect(said('duel', '.')).toBe('End the turn.');
});

test('in tension it is one act', () => {
  expect(said('tension', '1:7/3')).toBe('Lay the 7, step 3.');
  expect(said('tension', '1:+')).toBe('Draw a card.');
  expect(said('tension', '1:x')).toBe('Lay the last card face down.');
  expect(said('tension')).toMatch(/^Wait/);
});

test('reasons name piles and people as the game does', () => {
  const jump = { why: 'jumps', card: 64, pile: 'c', cards: 15 } as const;
  expect(describeWhy(jump, 0, known('classic'))).toBe('64 on C jumps over 15 cards that are still to come.');
  expect(describeWhy(jump, 1, known('duel'))).toMatch(/^64 on the falling pile of Ben jumps/);
  expect(describeWhy({ why: 'ignored', pile: 'b', seat: 1 }, 0, known('classic'))).toBe('Ben had asked to leave B.');
});
