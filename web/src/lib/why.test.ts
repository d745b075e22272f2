import { beforeAll, expect, test, vi } from 'vitest';
import { Refused } from './api';
import { speak } from './texts.svelte';
import { clauses, sentence } from './why';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

test('the clauses of a refusal are read from its end', () => {
  expect(clauses('37 does not fit on pile d: its top is 25, and only 35 may step back (C7, C8)')).toEqual(['C7', 'C8']);
  expect(clauses("'seven' tells a number, and numbers are taboo (C15); nobody saw it")).toEqual(['C15']);
  expect(clauses('it is not your turn')).toEqual([]);
});

test('one code has a sentence for each of its reasons, and one for any other', () => {
  const said = (code: string, why: string): string => sentence(new Refused(code, why));
  expect(said('seat', '2 of 3 seats are empty: wait for friends or add bots')).toMatch(/^Not every seat/);
  expect(said('seat', 'every seat is taken: you can watch')).toMatch(/^Every seat/);
  expect(said('seat', 'something new')).toMatch(/^With the seats/);
  expect(said('phase', 'wait for go (T4)')).toBe('Wait for go.');
  expect(said('phase', 'go is said at the start of tension and when nobody can play (T4, T10)')).toMatch(/^Go is said/);
  expect(said('unheard', 'of that')).toBe('Of that.');
});
