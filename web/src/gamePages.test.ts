import { expect, test } from 'vitest';
import { ruleAddress } from './gamePages';

test('a clause is read on the page of its game', () => {
  expect(ruleAddress('C7')).toBe('/rules/classic#C7');
  expect(ruleAddress('F6')).toBe('/rules/classic#F6');
  expect(ruleAddress('E14')).toBe('/rules/extreme#E14');
  expect(ruleAddress('D3')).toBe('/rules/duel#D3');
  expect(ruleAddress('T13')).toBe('/rules/tension#T13');
});

test('without a clause, or with one of a newer server, there is nothing to read', () => {
  expect(ruleAddress('')).toBeNull();
  expect(ruleAddress('C99')).toBeNull();
});
