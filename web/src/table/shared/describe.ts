/** Sentences about what happened at a table, for screen readers and for the line above the piles. */
import type { Known } from '../../lib/fold';
import { t } from '../../lib/texts.svelte';
import type { TeamLaid } from '../../lib/protocol';
import type { GameEvent, News, PileName, TeamView, SignalsBySeat } from '../../lib/types';
import { jump, PILES, rises, signed } from './piles';
import { seatNames } from './title';

export const pileName = (pile: PileName): string =>
  t(rises(pile) ? 'pile.rising' : 'pile.falling', { pile: pile.toUpperCase() });

export function nameOf(known: Known, seat: number): string {
  return seatNames(known.table.seats)[seat] ?? '';
}

/** A sentence for each other player whose signals are new. */
export function describeSignals(known: Known, before: SignalsBySeat): string[] {
  return Object.entries(known.signals).flatMap(([seat, { piles, commands }]) => {
    if (Number(seat) === known.you.seat) return [];
    const then = before[seat];
    const parts = [
      ...Object.entries(piles)
        .filter(([pile, signal]) => then?.piles[pile as PileName] !== signal)
        .map(([pile, signal]) => t('did.said_pile', { pile: pileName(pile as PileName), what: t(`say.${signal}`) })),
      ...commands
        .filter((one) => !then?.commands.includes(one))
        .map((one) => t('did.said_hold', { command: t(`command.${one}`) })),
    ];
    return parts.length ? [t('did.said', { name: nameOf(known, Number(seat)), what: parts.join(', ') })] : [];
  });
}

/** One sentence for each thing that happened, in order. */
export function describeNews(news: News, before: Known): string[] {
  const { host } = news.table;
  const lines = describeEntry(news, before);
  if (host == null || host === before.table.host) return lines;
  const name = nameOf({ ...before, table: { ...before.table, ...news.table } }, host);
  return [...lines, host === before.you.seat ? t('did.host_you') : t('did.host', { name })];
}

function describeEntry(news: News, before: Known): string[] {
  const me = before.you.seat;
  const { what } = news;
  const name = 'seat' in what && what.seat !== null ? nameOf(before, what.seat) : '';
  const mine = 'seat' in what && what.seat === me;
  switch (what.kind) {
    case 'moved':
      return news.events.map((event) => describeEvent(event, before)).filter((line) => line !== '');
    case 'undone':
      return [mine ? t('did.undone_you') : t('did.undone', { name })];
    case 'dealt':
      return [t('did.dealt')];
    case 'chat':
      if (what.muted || (mine && what.seat !== null)) return [];
      return [t('did.chat', { name: name || what.name, text: what.text })];
    case 'quieted':
      if (mine) return [what.on ? t('did.quieted_you') : t('did.speaks_you')];
      return name ? [what.on ? t('did.quieted', { name }) : t('did.speaks', { name })] : [];
    case 'sat':
      if (mine) return [];
      return [
        before.table.seats[what.seat]?.kind === 'person'
          ? t('did.renamed', { name, now: what.name })
          : t('did.sat', { name: what.name }),
      ];
    case 'bot':
      return [t('did.bot')];
    case 'eager':
      return mine ? [] : [t('did.eager', { name, how: t(`eager.${what.level as 0 | 1 | 2}`) })];
    case 'left':
      return [t('did.left', { name })];
    case 'away':
      return mine ? [] : [t('did.away', { name })];
    case 'back':
      return mine ? [] : [t('did.back', { name })];
    case 'timeout':
      return [mine ? t('did.timeout_you') : t('did.timeout', { name })];
    default:
      return [];
  }
}

function describeEvent(event: GameEvent, known: Known): string {
  const me = known.you.seat;
  const mine = 'seat' in event && event.seat === me;
  const name = 'seat' in event ? nameOf(known, event.seat) : '';
  switch (event.event) {
    case 'laid':
      return laid(event as TeamLaid, known, mine, name);
    case 'drew':
      return t(mine ? 'did.drew_you' : 'did.drew', { name, n: event.count });
    case 'burning':
      return t('did.burning', { pile: pileName(event.pile) });
    case 'put_out':
      return t('did.put_out', { pile: pileName(event.pile) });
    case 'command':
      return t('did.command', { command: t(`command.${event.command}`), what: t(`command.${event.command}.what`) });
    case 'lifted':
      return t('did.lifted', { command: t(`command.${event.command}`) });
    case 'turn':
      return mine ? t('did.turn_you', { n: event.minimum }) : t('did.turn', { name });
    case 'over':
      return t(event.won ? 'did.won' : 'did.lost', { n: Number(event.left) });
    default:
      return '';
  }
}

function laid({ card, pile, trick }: TeamLaid, known: Known, mine: boolean, name: string): string {
  const tops = (known.view as TeamView).piles;
  const step = signed(jump(pile, tops[PILES.indexOf(pile)] ?? 0, card));
  const values = { name, card, step, pile: pileName(pile) };
  if (trick) return t(mine ? 'did.laid_trick_you' : 'did.laid_trick', values);
  return t(mine ? 'did.laid_you' : 'did.laid', values);
}
