/** One live region for the whole app: what happened, in words. */
import { untrack } from 'svelte';

class Announcer {
  lines = $state<{ key: number; text: string }[]>([]);
}
export const announcer = new Announcer();
let count = 0;

/** Say it to who listens. Several in a row are all heard. */
export function announce(text: string): void {
  if (!text) return;
  const before = untrack(() => announcer.lines); // whoever speaks does not listen
  announcer.lines = [...before.slice(-5), { key: ++count, text }];
}
