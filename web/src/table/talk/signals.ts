/** The three things one may say of a pile, and how they are drawn. */
import type { IconName } from '../../cards/icons';
import type { Signal } from '../../lib/types';

export const SIGNALS: { signal: Signal; icon: IconName }[] = [
  { signal: 'mine', icon: 'hand' },
  { signal: 'small', icon: 'steps' },
  { signal: 'free', icon: 'open' },
];

export const iconOf = (signal: Signal): IconName => SIGNALS.find((one) => one.signal === signal)?.icon ?? 'open';
