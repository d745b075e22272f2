import { expect, test } from 'vitest';
import { isMyTurn } from './yourTurn';

type Seen = Parameters<typeof isMyTurn>[0];
const seen = (seat: number | null, table: object, to_move: number | null = null): Seen =>
  ({
    you: { seat },
    table: {
      seats: [{ deputy: null }, { deputy: 'expert' }],
      starter: null,
      eager: [null, 2],
      hurried: null,
      ...table,
    },
    view: { to_move },
  }) as unknown as Seen;

test('it is my turn when I am to move, or to say how gladly I would start', () => {
  expect(isMyTurn(seen(0, { phase: 'playing' }, 0))).toBe(true);
  expect(isMyTurn(seen(0, { phase: 'starting' }))).toBe(true);
});

test('it is not for others, for spectators, once I have said it, or while a bot plays for me', () => {
  expect(isMyTurn(null)).toBe(false);
  expect(isMyTurn(seen(0, { phase: 'playing' }, 1))).toBe(false);
  expect(isMyTurn(seen(null, { phase: 'playing' }, 0))).toBe(false);
  expect(isMyTurn(seen(1, { phase: 'playing' }, 1))).toBe(false);
  expect(isMyTurn(seen(0, { phase: 'playing', hurried: 0 }, 0))).toBe(false);
  expect(isMyTurn(seen(0, { phase: 'starting', eager: [1, null] }))).toBe(false);
  expect(isMyTurn(seen(0, { phase: 'starting', starter: 0 }))).toBe(false); // tension: the starter says go
  expect(isMyTurn(seen(0, { phase: 'over' }, 0))).toBe(false);
});
