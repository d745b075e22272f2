/** How much time a turn has left, in the reader's words, and whom a table without hurry waits for. */
import type { MyTable } from '../lib/protocol';
import { region, t } from '../lib/texts.svelte';
import { seatNames } from '../table/shared/title';

const HOUR = 3600;
export const DAY = 24 * HOUR; // seconds

/** Seconds as days, hours or minutes, rounded down, as somebody would say it. */
export function span(seconds: number, language?: string, unitDisplay: 'long' | 'short' = 'long'): string {
  const [unit, size] = seconds >= 2 * DAY ? ['day', DAY] : seconds >= HOUR ? ['hour', HOUR] : ['minute', 60];
  const count = Math.max(0, Math.floor(seconds / size));
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count);
}

/** Does a table wait for the person who asks? */
export const isMine = ({ seat, waits_for }: MyTable): boolean => seat !== null && (waits_for ?? []).includes(seat);

/** Tables that wait for me first, the most urgent first; then the others in their order. */
export function sorted(tables: MyTable[]): MyTable[] {
  const urgency = (one: MyTable): number => (isMine(one) ? (one.due ?? Number.MAX_SAFE_INTEGER - 1) : Infinity);
  return tables.filter((one) => one.days !== null).toSorted((a, b) => Math.sign(urgency(a) - urgency(b)) || 0);
}

/** What a table without hurry waits for. */
export function waiting(table: MyTable): string {
  if (table.phase === 'gathering' || table.phase === 'over') return t('days.gathering');
  if (isMine(table)) return t(table.phase === 'starting' ? 'days.say_start' : 'days.your_turn');
  const names = seatNames(table.seats);
  const others = (table.waits_for ?? []).map((seat) => names[seat] || '…');
  return others.length ? t('days.waits', { names: others.join(', ') }) : t('days.bots_play');
}

export const until = (due: number): string =>
  t('days.until', {
    when: new Intl.DateTimeFormat(region(), { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(due),
  });
