/** A month as weeks of days, and what came of each day. */
import type { MyDay } from '../lib/protocol';
import { FIRST_DAY, moved } from './days';

export type Mark = 'won' | 'played' | 'late' | 'none';

/** What came of a day, over all its deals: the best of them. */
export function markOf(day: string, mine: MyDay[]): Mark {
  const there = mine.filter((one) => one.day === day);
  const inTime = there.filter((one) => !one.late);
  if (inTime.some((one) => one.won)) return 'won';
  return inTime.length ? 'played' : there.length ? 'late' : 'none';
}

/** The last days up to today, the oldest first. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => moved(today, i - count + 1)).filter((day) => day >= FIRST_DAY);

/** The weeks of a day's month, Monday first; null where another month's day would be. */
export function weeksOf(day: string): (string | null)[][] {
  const month = day.slice(0, 7);
  const first = `${month}-01`;
  const offset = (new Date(first).getUTCDay() + 6) % 7;
  const weeks: (string | null)[][] = [];
  for (let at = moved(first, -offset); at.slice(0, 7) <= month; at = moved(at, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, i) => moved(at, i)).map((one) => (one.slice(0, 7) === month ? one : null)),
    );
  }
  return weeks;
}
