/** How the page shows each game: one record per game, asked everywhere. */
import type { Component } from 'svelte';
import DuelCard from './cards/DuelCard.svelte';
import NumberCard from './cards/NumberCard.svelte';
import TensionCard from './cards/TensionCard.svelte';
import type { LessonPlay } from './learn/lesson.svelte';
import type { TableConnection } from './lib/connection.svelte';
import type { Known } from './lib/fold';
import type { DuelPile, TensionCard as Pair } from './lib/protocol';
import type { GameName, News } from './lib/types';
import { climbs, isTheirs } from './table/duel/duel';
import { describeDuelNews, describeDuelTurn, duelPileName } from './table/duel/duel.svelte';
import { describeNews } from './table/shared/describe';
import { describeTeamTurn } from './table/team/hints';
import { describeTensionAct, describeTensionNews } from './table/tension/tension.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as Svelte's own Component has it
type Props = Record<string, any>;
type Lazy<P extends Props, Exports extends Props = Props> = () => Promise<{ default: Component<P, Exports> }>;

export interface OpenCards {
  seat: number;
  cards: (number | Pair)[];
}

/** What the board of a review shows. */
export interface ReplayBoard {
  at: TableConnection;
  known: Known;
  me: number | null; // whose side is below
  main: number | null; // whose hand lies before whoever looks
  hands: OpenCards[];
  active: number | null; // who moved last
  mover: number | null; // whose plan it is
  ghosts: string[]; // moves that are not made yet
  colour: string; // of the plan
}

interface Page {
  table: Lazy<{ at: TableConnection }>;
  lesson: Lazy<{ at: TableConnection; play: LessonPlay }, { pressed: (event: KeyboardEvent) => void }>;
  replay: Lazy<ReplayBoard>;
  /** A turn that is laid anew; none where everyone plays at once. */
  trying: Lazy<{ at: TableConnection }, { pressed: (event: KeyboardEvent) => void }> | null;
  /** What happened, as sentences. */
  describe: (news: News, before: Known) => string[];
  /** What the expert would play, as a sentence. */
  describeTurn: (moves: string[], seat: number, known: Known) => string;
  /** What a pile is called in reasons and beside a card: in words of the seat that lays, and in a letter or sign. */
  pile: (pile: string, seat: number, known: Known) => { name: string; sign: string };
}

interface Chapter {
  name: string;
  clauses: string[];
}

interface Game extends Page {
  chapters: Chapter[]; // which clauses there are, in the order of the rules page
  cards: [Component<Props>, Props][]; // two that stand for the game
  real: { key: 'alone' | 'bots' | 'easy' | 'hard'; players: number; bots: string[] }[]; // tables after the tutorial
}

const TEAM: Page = {
  table: () => import('./table/team/TeamTable.svelte'),
  replay: () => import('./replay/TeamBoard.svelte'),
  trying: () => import('./replay/TeamTry.svelte'),
  lesson: () => import('./learn/TeamLesson.svelte'),
  describe: describeNews,
  describeTurn: describeTeamTurn,
  pile: (pile) => ({ name: pile.toUpperCase(), sign: pile.toUpperCase() }),
};
const WITH_A_TEAM: Game['real'] = [
  { key: 'alone', players: 1, bots: [] },
  { key: 'bots', players: 3, bots: ['expert', 'careful'] },
];

export const GAME_PAGES: Record<GameName, Game> = {
  classic: {
    ...TEAM,
    chapters: [
      { name: 'table', clauses: run('C', 1, 4) },
      { name: 'turn', clauses: run('C', 5, 10) },
      { name: 'end', clauses: run('C', 11, 14) },
      { name: 'talk', clauses: ['C15'] },
      { name: 'professional', clauses: run('P', 1, 2) },
      { name: 'on_fire', clauses: run('F', 1, 6) },
    ],
    cards: [card(NumberCard, { value: 47 }), card(NumberCard, { value: 37 })],
    real: WITH_A_TEAM,
  },
  extreme: {
    ...TEAM,
    chapters: [
      { name: 'commands', clauses: run('E', 1, 3) },
      { name: 'flash', clauses: run('E', 4, 10) },
      { name: 'lasting', clauses: run('E', 11, 17) },
    ],
    cards: [card(NumberCard, { value: 41, command: 'skull' }), card(NumberCard, { value: 74, command: 'stop' })],
    real: WITH_A_TEAM,
  },
  duel: {
    table: () => import('./table/duel/DuelTable.svelte'),
    replay: () => import('./replay/DuelBoard.svelte'),
    trying: () => import('./replay/DuelTry.svelte'),
    lesson: () => import('./learn/DuelLesson.svelte'),
    describe: describeDuelNews,
    describeTurn: describeDuelTurn,
    pile: (pile, seat, known) => ({
      name: duelPileName(pile as DuelPile, known, seat),
      sign: `${isTheirs(pile as DuelPile) ? '✦' : ''}${climbs(pile as DuelPile) ? '↑' : '↓'}`,
    }),
    chapters: [
      { name: 'table', clauses: run('D', 1, 2) },
      { name: 'turn', clauses: run('D', 3, 8) },
      { name: 'end', clauses: run('D', 9, 10) },
    ],
    cards: [card(DuelCard, { value: 12, owner: 0 }), card(DuelCard, { value: 48, owner: 1 })],
    real: [
      { key: 'easy', players: 2, bots: ['greedy'] },
      { key: 'hard', players: 2, bots: ['expert'] },
    ],
  },
  tension: {
    table: () => import('./table/tension/TensionTable.svelte'),
    replay: () => import('./replay/TensionBoard.svelte'),
    trying: null,
    lesson: () => import('./learn/TensionLesson.svelte'),
    describe: describeTensionNews,
    describeTurn: describeTensionAct,
    pile: () => ({ name: '', sign: '' }),
    chapters: [
      { name: 'cards', clauses: run('T', 1, 3) },
      { name: 'play', clauses: [...run('T', 4, 9), 'T13'] },
      { name: 'end', clauses: run('T', 10, 12) },
    ],
    cards: [card(TensionCard, { value: 5, step: 3 }), card(TensionCard, { value: 8, step: 1 })],
    real: [
      { key: 'easy', players: 2, bots: ['greedy'] },
      { key: 'hard', players: 3, bots: ['careful', 'careful'] },
    ],
  },
};

/** Where a clause can be read; nothing where the page knows no such clause. */
export function ruleAddress(clause: string): string | null {
  const found = Object.entries(GAME_PAGES).find(([, { chapters }]) =>
    chapters.some(({ clauses }) => clauses.includes(clause)),
  );
  return found ? `/rules/${found[0]}#${clause}` : null;
}

function run(letter: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, place) => `${letter}${from + place}`);
}

function card<P extends Props>(face: Component<P>, props: NoInfer<P>): Game['cards'][number] {
  return [face as Component<Props>, props];
}
