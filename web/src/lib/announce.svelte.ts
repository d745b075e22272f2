/** One live region for the whole app: what happened, in words. */

class Announcer {
  lines = $state<{ key: number; text: string }[]>([]);
}
export const announcer = new Announcer();
let count = 0;

/** Say it to who listens. Several in a row are all heard. */
export function announce(text: string): void {
  if (!text) return;
  announcer.lines = [...announcer.lines.slice(-5), { key: ++count, text }];
}
