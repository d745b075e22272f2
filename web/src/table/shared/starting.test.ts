import { expect, test } from 'vitest';
import type { Known } from '../../lib/fold';
import { startsAlone } from './starting';

const at = (kinds: string[], more: object = {}, seat: number | null = 0): Known =>
  ({
    you: { seat, host: true },
    table: {
      phase: 'starting',
      players: kinds.length,
      practice: null,
      seats: kinds.map((kind) => ({ kind })),
      ...more,
    },
  }) as unknown as Known;

test('whoever has only bots beside them starts at once', () => {
  expect(startsAlone(at(['person', 'bot', 'bot']))).toBe(true);
  expect(startsAlone(at(['person', 'bot', 'person']))).toBe(false); // people agree first (C4)
  expect(startsAlone(at(['person', 'bot'], { phase: 'playing' }))).toBe(false);
  expect(startsAlone(at(['person', 'bot'], {}, null))).toBe(false); // a spectator
  expect(startsAlone(at(['person', 'bot'], { practice: { lesson: 'C4' } }))).toBe(false);
});
