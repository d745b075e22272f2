import { expect, test } from 'vitest';
import { beaten } from './result';

const ghost = { bot: 'careful', won: false, score: 5 };

test('a ghost is beaten by a win, or by fewer cards left', () => {
  expect(beaten({ won: true, score: 0 }, ghost)).toBe('beaten');
  expect(beaten({ won: false, score: 4 }, ghost)).toBe('beaten');
  expect(beaten({ won: false, score: 5 }, ghost)).toBe('level');
  expect(beaten({ won: false, score: 4 }, { ...ghost, won: true })).toBe('ahead');
});
