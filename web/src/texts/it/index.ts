import type { Book } from '../en';
import duel from './duel';
import lessons from './lessons';
import pages from './pages';
import refusals from './refusals';
import rules from './rules';
import table from './table';
import tension from './tension';

export default {
  texts: { ...pages, ...table, ...duel, ...tension, ...rules, ...lessons },
  refusals,
} satisfies Book;
