import { expect, test, vi } from 'vitest';
import { botsFor } from './bots';

test('who can be seated is what the server says, bots of other packages included', async () => {
  const bots = [
    { name: 'expert', thinks: '', games: ['classic', 'duel'] },
    { name: 'somebody-elses', thinks: '', games: ['duel'] },
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ bots }))));
  expect(await botsFor('duel')).toEqual(['expert', 'somebody-elses']);
  expect(await botsFor('classic')).toEqual(['expert']);
});
