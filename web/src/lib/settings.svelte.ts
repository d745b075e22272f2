/** The settings, kept in this browser. */

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  motion: 'system' | 'full' | 'less';
  cards: 'small' | 'medium' | 'large';
  language: string; // 'system', or the code of one
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  voice: boolean;
  /** How I am called when it is my turn and the page is in the background. */
  turnSound: boolean;
  vibrate: boolean;
  notify: boolean;
  keys: Record<string, string>;
  /** By game: how well bots play, and how fast. */
  levels: Record<string, string>;
  speeds: Record<string, string>;
  /** The tables whose first explanation was put away. */
  told: string[];
}

const KEY = 'gambero.settings';
const FIRST: Settings = {
  theme: 'system',
  motion: 'system',
  cards: 'medium',
  language: 'system',
  sound: false,
  volume: 0.8,
  voice: false,
  turnSound: false,
  vibrate: true,
  notify: false,
  keys: {},
  levels: {},
  speeds: {},
  told: [],
};

export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // no storage, or not ours
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // no storage: the setting lasts until the page is closed
  }
}

export const settings: Settings = $state({ ...FIRST, ...kept<Partial<Settings>>(KEY, {}) });

export function change<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  keep(KEY, $state.snapshot(settings));
}

const media = (query: string): MediaQueryList => matchMedia(query);
const system = $state({ light: false, still: false });

/** Follow the system from now on. */
export function watchSystem(): void {
  const light = media('(prefers-color-scheme: light)');
  const still = media('(prefers-reduced-motion: reduce)');
  const look = (): void => {
    system.light = light.matches;
    system.still = still.matches;
  };
  light.addEventListener('change', look);
  still.addEventListener('change', look);
  look();
}

export const theme = (): 'light' | 'dark' =>
  settings.theme === 'system' ? (system.light ? 'light' : 'dark') : settings.theme;

/** Are animations on? */
export const moving = (): boolean => (settings.motion === 'system' ? !system.still : settings.motion === 'full');

/** Put theme, motion and card size where the styles find them. */
export function dress(): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme();
  root.dataset['motion'] = moving() ? 'full' : 'less';
  root.dataset['cards'] = settings.cards;
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', theme() === 'light' ? '#e2f1ed' : '#0a2f3b');
}
