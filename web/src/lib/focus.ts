/** Keeps keyboard focus: if the focused element goes away, focus moves to what is next to it. */

// Focus never moves to a button with grave effects (data-grave): the next Enter would press it.
const REACHED =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [data-grave], [tabindex="-1"], [aria-hidden="true"] *)';
const NEAR = 'li, form, section, article, dialog';
const HOME = '[data-home]'; // where focus goes when nothing near is left

const first = (within: Element): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(REACHED)].find((one) => one.checkVisibility());

const gone = (node: HTMLElement): boolean => !node.isConnected || node.matches(':disabled') || !node.checkVisibility();

/** The containers around a node, innermost first. */
function around(node: HTMLElement, root: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = node.parentElement; one && one !== root; one = one.parentElement)
    if (one.matches(NEAR)) found.push(one);
  return found;
}

/** An attachment for the root of the page: moves focus on when the focused element vanishes. */
export function keepsFocus(root: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  let near: HTMLElement[] = [];
  let lost = false;

  const came = ({ target }: FocusEvent): void => {
    last = target as HTMLElement;
    near = around(last, root);
  };
  /** A click beside everything takes focus away on purpose. */
  const went = ({ relatedTarget }: FocusEvent): void => {
    const from = last;
    if (relatedTarget) last = null;
    else
      setTimeout(() => {
        if (from && from === last && document.activeElement !== from && !gone(from)) last = null;
      });
  };
  const look = (): void => {
    const { activeElement: now } = document;
    const nowhere = now === document.body || now === last;
    lost = (lost && (nowhere || now === root)) || (last !== null && nowhere && gone(last));
    if (!lost) return;
    const sheet = root.querySelector('dialog[open]');
    const places = sheet ? [sheet] : [...near.filter((one) => one.isConnected), ...root.querySelectorAll(HOME)];
    const next = places.map(first).find((one) => one !== undefined);
    lost = next === undefined; // the page itself, until what comes next is there
    (next ?? root).focus({ preventScroll: true });
  };

  const watch = new MutationObserver(look);
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled', 'open'] });
  root.addEventListener('focusin', came);
  root.addEventListener('focusout', went);
  return () => {
    watch.disconnect();
    root.removeEventListener('focusin', came);
    root.removeEventListener('focusout', went);
  };
}

/** Focuses the heading of a new page once it is there, unless the user has focused something else. */
export function focusHeading(root: HTMLElement): () => void {
  root.focus({ preventScroll: true });
  const look = (): void => {
    const heading = root.querySelector('h1');
    if (document.activeElement !== root && document.activeElement !== document.body) watch.disconnect();
    else if (heading) {
      watch.disconnect();
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  };
  const watch = new MutationObserver(look);
  watch.observe(root, { childList: true, subtree: true });
  look();
  return () => watch.disconnect();
}
