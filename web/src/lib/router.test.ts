import { expect, test } from 'vitest';
import { pageOf } from './router.svelte';

test.each([
  ['/', { name: 'start' }],
  ['/lobby', { name: 'lobby' }],
  ['/t/aB3_-x', { name: 'table', id: 'aB3_-x' }],
  ['/t/bcdFG', { name: 'join', code: 'bcdFG' }],
  ['/tv/aB3_-x', { name: 'tv', id: 'aB3_-x' }],
  ['/g/xyz', { name: 'replay', id: 'xyz' }],
  ['/rules/duel', { name: 'rules', game: 'duel' }],
  ['/t/', { name: 'missing' }],
  ['/t/<b>', { name: 'missing' }],
  ['/t/a/b', { name: 'missing' }],
  ['/nowhere', { name: 'missing' }],
])('%s', (path, page) => expect(pageOf(path)).toEqual(page));
