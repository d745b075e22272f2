import { beforeAll, expect, test, vi } from 'vitest';
import type { Known } from '../lib/fold';
import { speak } from '../lib/texts.svelte';
import { describeHindsight, same } from './hindsight';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

const known = (game: string): Known =>
  ({
    you: { seat: null },
    table: { game, seats: [{ name: 'Anna' }, { name: 'Ben' }] },
  }) as unknown as Known;
const said = (game: string, ...moves: string[]): string =>
  describeHindsight({ seat: 1, moves, advice: null }, known(game));

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

test('the same cards in another order are the same turn', () => {
  expect(same(['37a', '12c', '.'], ['12c', '37a', '.'])).toBe(true);
  expect(same(['37a', '.'], ['37a', '12c', '.'])).toBe(false);
});
