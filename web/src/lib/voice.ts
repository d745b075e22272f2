/** Values said aloud as they are laid, where the browser can speak and somebody wants it. */
import { settings } from './settings.svelte';
import { language } from './texts.svelte';

export const speaks = (): boolean => 'speechSynthesis' in window;

/** Speak it, and cancel what is still being spoken. */
export function sayAloud(text: string): void {
  if (!settings.voice || !speaks()) return;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language();
  utterance.rate = 1.35;
  speechSynthesis.speak(utterance);
}
