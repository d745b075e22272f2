import { expect, test } from 'vitest';
import type { MyTable } from '../lib/protocol';
import { DAY, isMine, sorted, span } from './pace';

const table = (id: string, about: Partial<MyTable>): MyTable =>
  ({ id, seat: 0, days: 1, waits_for: [], due: null, ...about }) as MyTable;

test('time that is left is said in days, hours or minutes', () => {
  expect(span(3 * DAY, 'en')).toBe('3 days');
  expect(span(DAY, 'en')).toBe('24 hours');
  expect(span(3599, 'en')).toBe('59 minutes');
  expect(span(-5, 'de')).toBe('0 Minuten');
});

test('tables that wait for me come first, the most urgent first; those with hurry do not', () => {
  const tables = [
    table('theirs', { waits_for: [1] }),
    table('no limit', { waits_for: [0], days: 0 }),
    table('soon', { waits_for: [0], due: 5 }),
    table('later', { waits_for: [0, 1], due: 9 }),
    table('live', { days: null }),
    table('unknown', { seat: null, waits_for: [0] }),
  ];
  expect(sorted(tables).map((one) => one.id)).toEqual(['soon', 'later', 'no limit', 'theirs', 'unknown']);
  expect(tables.map(isMine)).toEqual([false, true, true, true, false, false]);
});
