/** One live region for the whole app, read by screen readers. */
import { untrack } from 'svelte';

class Announcer {
  lines = $state<{ key: number; text: string }[]>([]);
}
export const announcer = new Announcer();
let count = 0;

/** Adds a line to the live region; several in a row are all read. */
export function announce(text: string): void {
  if (!text) return;
  const before = untrack(() => announcer.lines); // an effect that announces must not run again for it
  announcer.lines = [...before.slice(-5), { key: ++count, text }];
}

/** Empties the live region: somebody else reads on. */
export function forgetAnnounced(): void {
  announcer.lines = [];
}
