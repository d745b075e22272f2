import type { Book } from '../en';
import days from './days';
import duel from './duel';
import firstGame from './firstGame';
import lessons from './lessons';
import pages from './pages';
import puzzles from './puzzles';
import refusals from './refusals';
import review from './review';
import rules from './rules';
import sharing from './sharing';
import table from './table';
import tension from './tension';
import together from './together';

export default {
  texts: {
    ...pages,
    ...review,
    ...table,
    ...duel,
    ...tension,
    ...rules,
    ...lessons,
    ...puzzles,
    ...sharing,
    ...days,
    ...together,
    ...firstGame,
  },
  refusals,
} satisfies Book;
