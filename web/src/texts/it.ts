import type { Texts } from './en';
import common from './it/common';
import start from './it/start';
import table from './it/table';
import duel from './it/duel';
import tension from './it/tension';
import lobby from './it/lobby';
import replay from './it/replay';
import daily from './it/daily';
import games from './it/games';
import settings from './it/settings';
import rules from './it/rules';
import learn from './it/learn';

const texts: Texts = { ...common, ...start, ...table, ...duel, ...tension, ...lobby, ...replay, ...daily, ...games, ...settings, ...rules, ...learn };
export default texts;
