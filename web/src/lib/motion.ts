/** Cards that come from somewhere fly from there. */
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { moving } from './settings.svelte';

const origins = new Map<string, DOMRect>();
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

/** Say where a card will come from when it next shows itself: a place by name, or a box on the screen. */
export function comesFrom(card: string, from: string | DOMRect | undefined): void {
  const box = typeof from === 'string' ? whereIs(from) : from;
  if (box) origins.set(card, box);
}

/** Fly from where the card comes from; where that is unknown, just be there. */
export function arrive(node: Element, { card, delay = 0 }: { card: string; delay?: number }): TransitionConfig {
  const from = origins.get(card);
  origins.delete(card);
  if (!from || !moving()) return { duration: 0 };
  const to = node.getBoundingClientRect();
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const size = Math.max(0.15, from.width / to.width) - 1;
  const far = Math.hypot(dx, dy);
  return {
    delay,
    duration: Math.min(420, 200 + far / 5),
    easing: cubicOut,
    css: (_, u) =>
      `position: relative; z-index: 30; transform: translate(${dx * u}px, ${dy * u}px) scale(${1 + size * u}) rotate(${(dx > 0 ? 1 : -1) * 6 * Math.sin(Math.PI * u)}deg)`,
  };
}
