import { expect, test } from 'vitest';
import { asked, moved, today, untilNext } from './days';

const noon = Date.parse('2026-03-01T12:00:30Z');

test('a day goes on to the next, over the ends of months', () => {
  expect(today(noon)).toBe('2026-03-01');
  expect(moved('2026-03-01', -1)).toBe('2026-02-28');
  expect(moved('2026-12-31', 1)).toBe('2027-01-01');
});

test('the next deal comes at midnight UTC', () => {
  expect(untilNext(noon)).toEqual({ h: 12, m: 0 });
  expect(untilNext(Date.parse('2026-03-01T23:59:59Z'))).toEqual({ h: 0, m: 1 });
});

test('only days that had a deal can be asked for', () => {
  expect(asked('2026-02-28', '2026-03-01')).toBe('2026-02-28');
  for (const wrong of ['2026-03-02', '2025-12-31', '2026-02-30', 'yesterday', '', null]) {
    expect(asked(wrong, '2026-03-01')).toBeNull();
  }
});
