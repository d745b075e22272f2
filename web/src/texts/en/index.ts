/** All words of the page in English. Another language is one more folder like this. */
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

const texts = {
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
};

export type TextKey = keyof typeof texts;

/** All words in one language. */
export interface Book {
  texts: Record<TextKey, string>;
  refusals: typeof refusals;
}

export default { texts, refusals } satisfies Book;
