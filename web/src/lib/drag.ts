/** Dragging a card by mouse, pen or finger. A short touch stays a tap; only a movement starts a drag. */

export interface Point {
  x: number;
  y: number;
}
export interface Hooks {
  taken: () => void;
  moved: (by: Point, at: Point) => void;
  dropped: (at: Point) => void;
  let_go: () => void;
}

const SLACK = 7; // pixels until a touch is a movement

/** The state of a drag, without the DOM. */
export class Pull {
  #from: Point | null = null;
  #taken = false;

  constructor(readonly hooks: Hooks) {}

  get taken(): boolean {
    return this.#taken;
  }

  down(at: Point): void {
    this.#from = at;
    this.#taken = false;
  }

  move(at: Point): void {
    if (!this.#from) return;
    const by = { x: at.x - this.#from.x, y: at.y - this.#from.y };
    if (!this.#taken) {
      if (Math.hypot(by.x, by.y) < SLACK) return;
      this.#taken = true;
      this.hooks.taken();
    }
    this.hooks.moved(by, at);
  }

  up(at: Point): void {
    if (this.#taken) this.hooks.dropped(at);
    this.#end();
  }

  cancel(): void {
    if (this.#taken) this.hooks.let_go();
    this.#end();
  }

  #end(): void {
    this.#from = null;
    this.#taken = false;
  }
}

/** An attachment that makes a node draggable. The click event after a drag is suppressed. */
export function draggable(hooks: Hooks) {
  return (node: HTMLElement): (() => void) => {
    const pull = new Pull(hooks);
    let held: number | null = null;
    let moved = false;
    const at = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || held !== null) return;
      held = event.pointerId;
      moved = false;
      node.setPointerCapture(held); // a fast pointer leaves the card before the first move event
      pull.down(at(event));
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== held) return;
      pull.move(at(event));
      moved ||= pull.taken;
    };
    const up = (event: PointerEvent): void => {
      if (event.pointerId !== held) return;
      held = null;
      pull.up(at(event));
    };
    const cancel = (event: PointerEvent): void => {
      if (event.pointerId !== held) return;
      held = null;
      pull.cancel();
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && pull.taken) {
        pull.cancel();
        held = null;
      }
    };
    const click = (event: MouseEvent): void => {
      if (moved) event.stopImmediatePropagation();
      moved = false;
    };
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', cancel);
    node.addEventListener('click', click, { capture: true });
    addEventListener('keydown', escape);
    return () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', cancel);
      node.removeEventListener('click', click, { capture: true });
      removeEventListener('keydown', escape);
      pull.cancel();
    };
  };
}
