import { afterEach, expect, test, vi } from 'vitest';
import { Refused } from '../../lib/api';
import type { Known } from '../../lib/fold';
import { standIn } from '../../lib/standIn';
import { TensionPlay } from './tension.svelte';

afterEach(() => vi.useRealTimers());

const known = {
  n: 5,
  you: { seat: 0 },
  table: { phase: 'playing' },
  view: { hand: [[7, 3]], pile: [[1, 1]], stock: [3, 3], moves: ['0:+'] },
} as unknown as Known;

test('the wait after a wrong card ends, though the server turns out to be behind what we took its clock for', async () => {
  vi.useFakeTimers({ now: 0 });
  const at = standIn(
    () => known,
    () => Promise.reject(new Refused({ code: 'wait', reason: 'wait', values: { until: 1000 } })),
  );
  let ahead = 0;
  Object.defineProperty(at, 'serverNow', { get: () => Date.now() + ahead });
  const game = new TensionPlay(at);
  await game.draw();
  expect(game.waiting).toBe(true);
  ahead = -400;
  vi.advanceTimersByTime(1000);
  expect(game.waiting).toBe(true);
  vi.advanceTimersByTime(400);
  expect(game.waiting).toBe(false);
});
