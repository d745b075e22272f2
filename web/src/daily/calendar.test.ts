import { expect, test } from 'vitest';
import type { MyDay } from '../lib/protocol';
import { lastDays, markOf, weeksOf } from './calendar';

const day = (about: Partial<MyDay>): MyDay => ({
  day: '2026-03-14',
  game: 'duel',
  won: false,
  score: 3,
  late: false,
  ...about,
});

test('a day is as good as the best of its deals, and what was late is practice', () => {
  expect(markOf('2026-03-14', [day({}), day({ won: true })])).toBe('won');
  expect(markOf('2026-03-14', [day({}), day({ won: true, late: true })])).toBe('played');
  expect(markOf('2026-03-14', [day({ late: true })])).toBe('late');
  expect(markOf('2026-03-13', [day({})])).toBe('none');
});

test('a month begins on a Monday, with gaps for days of others', () => {
  const weeks = weeksOf('2026-03-14'); // the first of March is a Sunday
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-03-01']);
  expect(weeks.at(-1)).toEqual(['2026-03-30', '2026-03-31', null, null, null, null, null]);
  expect(weeksOf('2026-02-10').flat().filter(Boolean)).toHaveLength(28);
});

test('no day is shown before the first deal', () => {
  expect(lastDays('2026-01-02', 14)).toEqual(['2026-01-01', '2026-01-02']);
  expect(lastDays('2026-03-14', 3)).toEqual(['2026-03-12', '2026-03-13', '2026-03-14']);
});
