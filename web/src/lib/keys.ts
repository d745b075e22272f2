/** Keys of the table, and which of them somebody changed. */

export type Deed = 'a' | 'b' | 'c' | 'd' | 'end' | 'undo' | 'hint' | 'help' | 'talk' | 'let_go' | 'left' | 'right';
export type Keyed = { deed: Deed } | { card: number };

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
};
/** What may be put on another key; the rest is the same everywhere. */
export const CHANGEABLE = ['a', 'b', 'c', 'd', 'end', 'undo', 'hint', 'help', 'talk'] as const;

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key means at the table: a deed, or a card counted from the left. */
export function meant(pressed: Pressed, changed: Record<string, string> = {}): Keyed | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  const map: Record<string, string> = { ...KEYS, ...changed };
  const deed = (Object.keys(KEYS) as Deed[]).find((one) => map[one] === key);
  if (deed) return { deed };
  if (/^[1-9]$/.test(key)) return { card: Number(key) - 1 };
  if (key === 'Enter') return { deed: 'end' };
  return null;
}

/** Is somebody writing, or about to press the thing in focus? */
export function busy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return true;
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary') !== null;
}
