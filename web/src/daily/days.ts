/** Days are counted as the server counts them: from midnight to midnight, UTC. */
const LONG = 24 * 3600 * 1000;
export const FIRST_DAY = '2026-01-01';

export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);
export const moved = (day: string, by: number): string => today(Date.parse(day) + by * LONG);
/** Hours and minutes until the next deal, rounded up. */
export function untilNext(now = Date.now()): { h: number; m: number } {
  const minutes = Math.ceil((LONG - (now % LONG)) / 60_000);
  return { h: Math.floor(minutes / 60), m: minutes % 60 };
}
/** A day somebody asked for, if there can be a deal of it. */
export function asked(day: string | null, last: string): string | null {
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)) || moved(day, 0) !== day) return null;
  return day < FIRST_DAY || day > last ? null : day;
}
