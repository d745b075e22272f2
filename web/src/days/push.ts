/** Messages to this browser while the page is closed (Web Push). */
import { asMe } from '../lib/api';
import type { Told } from '../lib/protocol';
import { href } from '../lib/root';

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const worker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(href('/sw.js'), { scope: href('/') });

/** The bytes of a key in base64url. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Let this browser be told; null if its person does not allow it. */
export async function startPush(key: string, language: string): Promise<Told | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  const { pushManager } = await worker();
  const found = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(options));
  const { endpoint, keys } = found.toJSON();
  return asMe<Told>('POST', '/api/me/push', { endpoint, key: keys?.['p256dh'], auth: keys?.['auth'], language });
}

export async function stopPush(): Promise<void> {
  const found = await (await worker()).pushManager.getSubscription();
  await found?.unsubscribe();
  await asMe('DELETE', '/api/me/push');
}
