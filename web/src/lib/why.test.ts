import { expect, test } from 'vitest';
import { clauses } from './why';

test('the clauses of a refusal are read from its end', () => {
  expect(clauses('37 does not fit on pile d: its top is 25, and only 35 may step back (C7, C8)')).toEqual(['C7', 'C8']);
  expect(clauses("'seven' tells a number, and numbers are taboo (C15); nobody saw it")).toEqual(['C15']);
  expect(clauses('it is not your turn')).toEqual([]);
});
