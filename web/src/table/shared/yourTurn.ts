/** Whether it is my turn, and how the page calls me when it is: tab title, dot on the icon, and what the settings say. */
import { worker } from '../../days/push';
import type { Known } from '../../lib/fold';
import { settings } from '../../lib/settings.svelte';
import { chime } from '../../lib/sound';

const BUZZ = [120, 80, 120]; // milliseconds

/** Am I to act now, in a game with turns, or to say how gladly I would start? */
export function isMyTurn(known: Pick<Known, 'you' | 'table' | 'view'> | null): boolean {
  const seat = known?.you.seat;
  if (!known || seat === null || seat === undefined || known.table.seats[seat]?.deputy) return false;
  if (known.table.phase === 'playing') return known.view?.to_move === seat && known.table.hurried !== seat;
  return known.table.phase === 'starting' && known.table.starter === null && known.table.eager[seat] === null;
}

/** A dot on the tab's icon while it is my turn. */
export function markIcon(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = icon.href.replace(/icon(-turn)?\.svg/, on ? 'icon-turn.svg' : 'icon.svg');
}

/** Call somebody who looks elsewhere; whoever sees the page needs no call. */
export function call(title: string, body: string): void {
  if (!document.hidden) return;
  if (settings.turnSound) chime();
  if (settings.vibrate && 'vibrate' in navigator) navigator.vibrate(BUZZ);
  if (settings.notify && 'Notification' in window && Notification.permission === 'granted') void notify(title, body);
}

/** On phones only a service worker may show a notification. */
async function notify(title: string, body: string): Promise<void> {
  const about = { body, tag: location.pathname, icon: 'icon-192.png' };
  try {
    const note = new Notification(title, about);
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    await (await worker()).showNotification(title, { ...about, data: { path: location.pathname.slice(1) } });
  }
}
