/** Keys of the tables, and which of them somebody changed. */
import { settings } from './settings.svelte';

/** What keys do where cards are laid in turn, and in tension, where all is done at once. */
const IN_TURN = ['a', 'b', 'c', 'd', 'end', 'undo', 'hint', 'help', 'talk', 'let_go', 'left', 'right'] as const;
const AT_ONCE = ['draw', 'go', 'help', 'talk'] as const;

export type TurnDeed = (typeof IN_TURN)[number];
export type QuickDeed = (typeof AT_ONCE)[number];
export type Deed = TurnDeed | QuickDeed;
export type Keyed = { deed: TurnDeed } | { card: number };
export type KeyedAtOnce = { deed: QuickDeed } | { value: number; largest: boolean };

export const KEYS: Record<Deed, string> = {
  a: 'a',
  b: 'b',
  c: 'c',
  d: 'd',
  end: 'e',
  undo: 'u',
  hint: 'h',
  help: '?',
  talk: 't',
  let_go: 'Escape',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  draw: 'd',
  go: 'g',
};
/** What may be put on another key; the rest is the same everywhere. */
export const CHANGEABLE = [
  'a',
  'b',
  'c',
  'd',
  'end',
  'undo',
  'hint',
  'draw',
  'go',
  'help',
  'talk',
] as const satisfies Deed[];

export const keyOf = (deed: Deed): string => settings.keys[deed] ?? KEYS[deed];

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey?: boolean;
  code?: string;
}

/** The key as the map writes it; null where it belongs to the browser. */
function plain({ key, ctrlKey, metaKey, altKey }: Pressed): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  return key.length === 1 ? key.toLowerCase() : key;
}

function deedOf<D extends Deed>(deeds: readonly D[], key: string, changed: Record<string, string>): D | undefined {
  return deeds.find((one) => (changed[one] ?? KEYS[one]) === key);
}

/** What a key means where cards are laid in turn: a deed, or a card counted from the left. */
export function meant(pressed: Pressed, changed: Record<string, string> = {}): Keyed | null {
  const key = plain(pressed);
  if (key === null) return null;
  const deed = deedOf(IN_TURN, key, changed);
  if (deed) return { deed };
  if (/^[1-9]$/.test(key)) return { card: Number(key) - 1 };
  return key === 'Enter' ? { deed: 'end' } : null;
}

/** What a key means in tension: a deed, or the value of a card, 0 for ten; with Shift the one with the largest step. */
export function meantAtOnce(pressed: Pressed, changed: Record<string, string> = {}): KeyedAtOnce | null {
  const key = plain(pressed);
  if (key === null) return null;
  const digit = /^Digit(\d)$/.exec(pressed.code ?? '')?.[1] ?? /^\d$/.exec(key)?.[0]; // with Shift a digit is another sign
  const deed = deedOf(AT_ONCE, key, changed);
  if (deed) return { deed };
  if (digit !== undefined) return { value: Number(digit) || 10, largest: pressed.shiftKey ?? false };
  return key === 'Enter' ? { deed: 'go' } : key === ' ' ? { deed: 'draw' } : null;
}

/** Which other deed has this key at a table where the deed is used; null if the key is free there. */
export function taken(deed: Deed, key: string, changed: Record<string, string> = {}): Deed | 'fixed' | null {
  const others = [IN_TURN, AT_ONCE].filter((all: readonly Deed[]) => all.includes(deed)).flat();
  const other = deedOf(
    [...others].filter((one) => one !== deed),
    key,
    changed,
  );
  if (other) return (CHANGEABLE as readonly Deed[]).includes(other) ? other : 'fixed';
  return /^(\d| |Enter|Escape|Tab)$/.test(key) ? 'fixed' : null;
}

/** Is somebody writing, or about to press the thing in focus? */
export function busy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input:not([type=checkbox]), textarea, select, dialog')) return true;
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary, input') !== null;
}
