/** Animates cards from the place where they come from. */
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { moving } from './settings.svelte';

const origins = new Map<string, { from: DOMRect; wait: number }>();
const places = new Map<string, Element>();

/** Name a place on the table, such as `stock`, `seat 2`, `pile a`, `card 37`. */
export function place(name: string) {
  return (node: Element): (() => void) => {
    places.set(name, node);
    return () => {
      if (places.get(name) === node) places.delete(name);
    };
  };
}

export const whereIs = (name: string): DOMRect | undefined => places.get(name)?.getBoundingClientRect();
export const nodeAt = (name: string): Element | undefined => places.get(name);

const ONE_BY_ONE = 70; // milliseconds from one card of a draw to the next

/** Say where a card will come from when it next shows itself: a place by name, or a box on the screen. */
export function comesFrom(card: string, from: string | DOMRect | undefined, nth = 0): void {
  const box = typeof from === 'string' ? whereIs(from) : from;
  if (box) origins.set(card, { from: box, wait: nth * ONE_BY_ONE });
}

/** A transition from where the card comes from; none where that is unknown. */
export function arrive(node: Element, { card }: { card: string }): TransitionConfig {
  const origin = origins.get(card);
  origins.delete(card);
  if (!origin || !moving()) return { duration: 0 };
  const { from, wait } = origin;
  const to = node.getBoundingClientRect();
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const size = Math.max(0.15, from.width / to.width) - 1;
  const far = Math.hypot(dx, dy);
  return {
    delay: wait,
    duration: Math.min(420, 200 + far / 5),
    easing: cubicOut,
    css: (_, u) =>
      `position: relative; z-index: 30; transform: translate(${dx * u}px, ${dy * u}px) scale(${1 + size * u}) rotate(${(dx > 0 ? 1 : -1) * 6 * Math.sin(Math.PI * u)}deg)`,
  };
}
