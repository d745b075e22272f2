import type { Book } from '../en';
import duel from './duel';
import lessons from './lessons';
import pages from './pages';
import puzzles from './puzzles';
import refusals from './refusals';
import review from './review';
import rules from './rules';
import sharing from './sharing';
import table from './table';
import tension from './tension';

export default {
  texts: { ...pages, ...review, ...table, ...duel, ...tension, ...rules, ...lessons, ...puzzles, ...sharing },
  refusals,
} satisfies Book;
