/** Acts of a lesson as it writes them, as messages, and in words. */
import { maybe, t } from '../lib/texts.svelte';
import type { Act, CommandName, PileName, Signal } from '../lib/types';

export type PileAt = PileName | 'A' | 'C';

export function actOf(text: string): Act {
  const [kind = '', words = ''] = text.split(/:(.*)/s);
  if (kind === 'go') return { type: 'go' };
  if (kind === 'eager') return { type: 'eager', level: Number(words) as 0 | 1 | 2 };
  if (kind === 'chat') return { type: 'chat', text: words };
  if (kind !== 'say') return { type: 'move', move: text };
  const [about = '', signal] = words.split('=');
  if (signal === undefined) return { type: 'say', piles: {}, commands: [about] };
  return { type: 'say', piles: { [about]: signal }, commands: [] };
}

export interface Lay {
  card: string;
  pile: PileAt | null; // tension has one
}

/** The card of a move and where it goes; null where none is laid. */
export function layOf(text: string): Lay | null {
  const turn = /^(\d{1,2})([abcdAC])$/.exec(text);
  if (turn) return { card: turn[1] ?? '', pile: turn[2] as PileAt };
  const atOnce = /^\d:(\d{1,2}\/\d)$/.exec(text);
  return atOnce ? { card: atOnce[1] ?? '', pile: null } : null;
}

export const isMove = (text: string): boolean => actOf(text).type === 'move';

export function pileSaid(pile: PileAt, duel: boolean): string {
  if (!duel) return t(pile < 'c' ? 'pile.rising' : 'pile.falling', { pile: pile.toUpperCase() });
  if (pile === 'A' || pile === 'C') return t(pile === 'A' ? 'board.their_rising' : 'board.their_falling');
  return t(pile === 'a' ? 'board.my_rising' : 'board.my_falling');
}

/** What an act is, for the button that does it. */
export function actSaid(text: string, duel: boolean): string {
  const lay = layOf(text);
  if (lay) {
    const card = lay.card.replace('/', ' ±');
    return lay.pile ? t('act.lay', { card, pile: pileSaid(lay.pile, duel) }) : t('act.lay_now', { card });
  }
  const act = actOf(text);
  if (act.type === 'chat') return t('act.chat', { text: act.text });
  if (act.type === 'say') {
    const [pile, signal] = Object.entries(act.piles ?? {})[0] ?? [];
    if (pile && signal)
      return t('act.say', { pile: pileSaid(pile as PileAt, duel), signal: signalSaid(signal as Signal) });
    return t('act.hold', { command: commandSaid((act.commands?.[0] ?? 'stop') as CommandName) });
  }
  if (act.type === 'go') return t('act.go');
  if (act.type === 'eager') return t('act.eager');
  return text === '.' ? t('act.end') : text.endsWith('+') ? t('act.draw') : t('act.last');
}

export const signalSaid = (signal: Signal): string => t(`say.${signal}`);
export const commandSaid = (command: CommandName): string => maybe(`command.${command}`) ?? command;
