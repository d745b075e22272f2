/** The bots that the server offers, with those of other packages, and the levels at which people choose them. */
import { ask } from './api';
import { factsOf } from './games';
import type { Bot, Bots, GameName, OpenTable } from './protocol';
import { change, settings } from './settings.svelte';
import { maybe, t } from './texts.svelte';

export type Level = NonNullable<Bot['level']>;
export type Speed = NonNullable<OpenTable['speed']>;
export const LEVELS: readonly Level[] = ['easy', 'good', 'expert'];
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast'];

let asked: Promise<Bots> | null = null;

/** The bots that play a game: first those with a level, from the easiest, then the others. */
export async function botsFor(game: GameName): Promise<Bot[]> {
  asked ??= ask<Bots>('GET', '/api/bots').catch((wrong: unknown) => {
    asked = null;
    throw wrong;
  });
  const place = ({ level }: Bot): number => (level ? LEVELS.indexOf(level) : LEVELS.length);
  return (await asked).bots.filter(({ games }) => games.includes(game)).toSorted((a, b) => place(a) - place(b));
}

/** The bot that plays a game at a level; the first there is where none has it. */
export async function botOf(game: GameName, level: Level): Promise<string> {
  const bots = await botsFor(game);
  return (bots.find((bot) => bot.level === level) ?? bots[0])?.name ?? level;
}

/** What people choose a bot by: its level, or else its name. */
export const labelOf = ({ name, level }: Pick<Bot, 'name' | 'level'>): string =>
  level ? t(`level.${level}`) : (maybe(`bot.${name}`) ?? name);

/** The level last chosen for a game: at first good partners, or easy opponents. */
export const levelFor = (game: GameName): Level =>
  LEVELS.find((one) => one === settings.levels[game]) ?? (factsOf(game).team ? 'good' : 'easy');

/** How fast bots play: at first slowly where everyone plays at once, for a beginner to follow. */
export const speedFor = (game: GameName): Speed =>
  SPEEDS.find((one) => one === settings.speeds[game]) ?? (factsOf(game).turns ? 'normal' : 'slow');

export const chooseLevel = (game: GameName, level: Level): void =>
  change('levels', { ...settings.levels, [game]: level });

export const chooseSpeed = (game: GameName, speed: Speed): void =>
  change('speeds', { ...settings.speeds, [game]: speed });
