import { beforeAll, expect, test, vi } from 'vitest';
import { speak } from '../../lib/texts.svelte';
import { gameTitle, seatNames } from './title';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['it-IT', 'en-GB'] });
  await speak('en');
});

test('bots of one kind are numbered, others are not', () => {
  const seats = [
    { name: 'Anna', bot: null },
    { name: 'expert', bot: 'expert' },
    { name: 'greedy', bot: 'greedy' },
    { name: 'expert', bot: 'expert' },
  ];
  expect(seatNames(seats)).toEqual(['Anna', 'Expert 1', 'Greedy', 'Expert 2']);
});

test('a title has all that was agreed on, and a day as the region writes it', () => {
  const about = { game: 'extreme', options: { professional: true, short_hands: false }, commands: 'shuffled' } as const;
  expect(gameTitle({ ...about, clock: 60 })).toBe('Extreme · professional · shuffled commands · 60 seconds a turn');
  expect(gameTitle({ game: 'classic', options: {}, daily: '2026-11-16' })).toBe('The Game · deal of 16 November 2026');
});
