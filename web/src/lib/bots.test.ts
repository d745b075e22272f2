import { expect, test, vi } from 'vitest';
import { botOf, botsFor, levelFor, speedFor } from './bots';

const bots = [
  { name: 'random', thinks: '', games: ['classic', 'duel'], level: null },
  { name: 'careful', thinks: '', games: ['classic', 'duel'], level: 'good' },
  { name: 'human', thinks: '', games: ['classic', 'duel'], level: 'easy' },
  { name: 'somebody-elses', thinks: '', games: ['duel'], level: null },
];
vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ bots }))));
const names = async (game: 'classic' | 'duel'): Promise<string[]> => (await botsFor(game)).map(({ name }) => name);

test('who can be seated is what the server says, by level, and bots of other packages after them', async () => {
  expect(await names('duel')).toEqual(['human', 'careful', 'random', 'somebody-elses']);
  expect(await names('classic')).toEqual(['human', 'careful', 'random']);
});

test('a level is played by the bot that the server gives it to', async () => {
  expect(await botOf('duel', 'good')).toBe('careful');
  expect(await botOf('duel', 'expert')).toBe('human'); // no bot has it: somebody plays all the same
});

test('a first game is gentle: good partners, easy opponents, and slow ones where there are no turns', () => {
  expect(levelFor('classic')).toBe('good');
  expect(levelFor('duel')).toBe('easy');
  expect([speedFor('classic'), speedFor('tension')]).toEqual(['normal', 'slow']);
});
