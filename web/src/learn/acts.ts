/** Acts of a lesson: parsed from its notation into messages, and described. */
import { t } from '../lib/texts.svelte';
import type { Act, CommandName, PileName, Signal } from '../lib/types';

export type PileAt = PileName | 'A' | 'C';

export function actOf(text: string): Act {
  const [kind = '', rest = ''] = text.split(/:(.*)/s);
  if (kind === 'go') return { type: 'go' };
  if (kind === 'eager') return { type: 'eager', level: Number(rest) as 0 | 1 | 2 };
  if (kind === 'chat') return { type: 'chat', text: rest };
  if (kind !== 'say') return { type: 'move', move: text };
  const [about = '', signal] = rest.split('=');
  if (signal === undefined) return { type: 'say', piles: {}, commands: [about] };
  return { type: 'say', piles: { [about]: signal }, commands: [] };
}

export interface Lay {
  card: string;
  pile: PileAt | null; // tension has one
}

/** Is this act the one that a lesson writes as `text`? A `say` also repeats the signals on other piles; they are ignored. */
export function means(text: string, act: Act): boolean {
  const meant = actOf(text);
  if (meant.type === 'say' && act.type === 'say')
    return (
      Object.entries(meant.piles ?? {}).every(([pile, signal]) => act.piles?.[pile] === signal) &&
      (meant.commands ?? []).every((command) => act.commands?.includes(command))
    );
  if (meant.type === 'move') return act.type === 'move' && act.move === meant.move;
  if (meant.type === 'eager') return act.type === 'eager' && act.level === meant.level;
  if (meant.type === 'chat') return act.type === 'chat' && act.text === meant.text;
  return act.type === meant.type;
}

/** The card of a move and where it goes; null where none is laid. */
export function layOf(text: string): Lay | null {
  const turn = /^(\d{1,2})([abcdAC])$/.exec(text);
  if (turn) return { card: turn[1] ?? '', pile: turn[2] as PileAt };
  const atOnce = /^\d:(\d{1,2}\/\d)$/.exec(text);
  return atOnce ? { card: atOnce[1] ?? '', pile: null } : null;
}

export const isMove = (text: string): boolean => actOf(text).type === 'move';

/** What an act is, for the button that does it. */
export function describeAct(text: string, pileLabel: (pile: PileAt) => string): string {
  const lay = layOf(text);
  if (lay) {
    const card = lay.card.replace('/', ' ±');
    return lay.pile ? t('act.lay', { card, pile: pileLabel(lay.pile) }) : t('act.lay_now', { card });
  }
  const act = actOf(text);
  if (act.type === 'chat') return t('act.chat', { text: act.text });
  if (act.type === 'say') {
    const [pile, signal] = Object.entries(act.piles ?? {})[0] ?? [];
    if (pile && signal) return t('act.say', { pile: pileLabel(pile as PileAt), signal: t(`say.${signal as Signal}`) });
    return t('act.hold', { command: t(`command.${(act.commands?.[0] ?? 'stop') as CommandName}`) });
  }
  if (act.type === 'go') return t('act.go');
  if (act.type === 'eager') return t('act.eager');
  return text === '.' ? t('act.end') : text.endsWith('+') ? t('act.draw') : t('act.last');
}
