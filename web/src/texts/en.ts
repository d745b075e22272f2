/** All words of the pages, one file for each area. Another language is the same files again. */
import common from './en/common';
import start from './en/start';
import table from './en/table';
import duel from './en/duel';
import tension from './en/tension';
import lobby from './en/lobby';
import replay from './en/replay';
import daily from './en/daily';
import games from './en/games';
import settings from './en/settings';
import rules from './en/rules';
import learn from './en/learn';

const all = { ...common, ...start, ...table, ...duel, ...tension, ...lobby, ...replay, ...daily, ...games, ...settings, ...rules, ...learn };

export type TextKey = keyof typeof all;
export type Texts = Record<TextKey, string>;
const texts: Texts = all;
export default texts;
