/** Which clauses there are, in the order in which they are told, by game and chapter. */
import type { GameName } from '../lib/types';

const run = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => `${letter}${from + place}`);

export interface Chapter {
  name: string;
  clauses: string[];
}

export const GAMES: readonly GameName[] = ['classic', 'extreme', 'duel', 'tension'];

export const CHAPTERS: Record<GameName, Chapter[]> = {
  classic: [
    { name: 'table', clauses: run('C', 1, 4) },
    { name: 'turn', clauses: run('C', 5, 10) },
    { name: 'end', clauses: run('C', 11, 14) },
    { name: 'talk', clauses: ['C15'] },
    { name: 'professional', clauses: run('P', 1, 2) },
    { name: 'on_fire', clauses: run('F', 1, 6) },
  ],
  extreme: [
    { name: 'commands', clauses: run('E', 1, 3) },
    { name: 'flash', clauses: run('E', 4, 10) },
    { name: 'lasting', clauses: run('E', 11, 17) },
  ],
  duel: [
    { name: 'table', clauses: run('D', 1, 2) },
    { name: 'turn', clauses: run('D', 3, 8) },
    { name: 'end', clauses: run('D', 9, 10) },
  ],
  tension: [
    { name: 'cards', clauses: run('T', 1, 3) },
    { name: 'play', clauses: [...run('T', 4, 9), 'T13'] },
    { name: 'end', clauses: run('T', 10, 12) },
  ],
};

export const isGame = (name: string): name is GameName => GAMES.some((one) => one === name);
