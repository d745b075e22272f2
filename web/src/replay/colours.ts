/** The colour of each plan, on the board and on its chip. */
import type { Plan } from './watching.svelte';

export const COLOURS = { fine: 'var(--foam)', bad: 'var(--coral)', best: 'var(--gold)', tried: 'var(--plan-tried)' };

export const colourOf = (plan: Plan, judged: boolean): string =>
  plan === 'played' ? (judged ? COLOURS.bad : COLOURS.fine) : COLOURS[plan];
