import { expect, test } from 'vitest';
import { means } from './acts';

test('a lesson knows its act, whatever else is said with it', () => {
  expect(means('37a', { type: 'move', move: '37a' })).toBe(true);
  expect(means('37a', { type: 'move', move: '37b' })).toBe(false);
  expect(means('say:a=mine', { type: 'say', piles: { a: 'mine', c: 'free' }, commands: ['stop'] })).toBe(true);
  expect(means('say:a=mine', { type: 'say', piles: { c: 'free' }, commands: [] })).toBe(false);
  expect(means('say:stop', { type: 'say', piles: {}, commands: ['skull', 'stop'] })).toBe(true);
  expect(means('eager:2', { type: 'eager', level: 1 })).toBe(false);
  expect(means('go', { type: 'go' })).toBe(true);
  expect(means('chat:42', { type: 'move', move: '42a' })).toBe(false);
});
