/** Under which path of its host the app is served: the server writes it into index.html. */

export function rootOf(written: string): string {
  return written === './' ? '' : written.replace(/\/$/, ''); // as it is built, before a server has it
}

/** '' or a path without a slash at its end, such as '/g'. */
export const ROOT = rootOf(globalThis.document?.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? './');

/** An address of the app, such as '/t/abc', as the browser must be given it. */
export const href = (path: string): string => ROOT + path;

/** The address of the app that the browser's one means. */
export function inside(pathname: string, root = ROOT): string {
  if (!root || !(pathname + '/').startsWith(root + '/')) return pathname;
  return pathname.slice(root.length) || '/';
}
