/** A review that one leads and others follow. */
import { ask, asMe, Refused } from '../lib/api';
import type { SharedMoment, SharedReview } from '../lib/protocol';
import type { Watching } from './watching.svelte';

export type Moment = Omit<SharedMoment, 'name'>;

const EVERY = 1000; // milliseconds between two looks at what the leader shows
const BEAT = 4000; // milliseconds after which a leader says again what is shown
const SETTLES = 200; // milliseconds: whoever pulls along the curve is not followed at every step

export class Sharing {
  code = $state<string | null>(null); // of the review that I lead
  leader = $state<string | null>(null); // whom I follow
  loose = $state(false); // I look around by myself
  over = $state(false); // nobody leads any more

  constructor(
    readonly watching: Watching,
    readonly followed: string | null,
  ) {}

  /** Does the leader say what is shown? */
  get follows(): boolean {
    return this.followed !== null && !this.loose && !this.over;
  }

  get link(): string {
    return `${location.origin}${location.pathname}?with=${this.code ?? this.followed ?? ''}`;
  }

  async lead(): Promise<void> {
    this.code = await this.#say();
  }

  /** Tells followers what is shown: call it in an effect. */
  tell(): (() => void) | undefined {
    if (this.code === null) return undefined;
    const say = (): void => void this.#say().catch(() => undefined); // the next beat tries again
    void this.#moment; // again when it changes
    const soon = setTimeout(say, SETTLES);
    const beat = setInterval(say, BEAT);
    return () => {
      clearTimeout(soon);
      clearInterval(beat);
    };
  }

  /** Goes where the leader goes: call it in an effect. */
  follow(): (() => void) | undefined {
    if (!this.follows) return undefined;
    const look = async (): Promise<void> => {
      try {
        const found = await ask<SharedMoment>('GET', `/api/games/${this.watching.id}/shared/${this.followed}`);
        if (this.loose) return;
        this.leader = found.name;
        await this.watching.moveTo(found);
      } catch (wrong) {
        if (wrong instanceof Refused && wrong.code === 'shared') this.over = true;
      }
    };
    void look();
    const timer = setInterval(() => void look(), EVERY);
    return () => clearInterval(timer);
  }

  get #moment(): Moment {
    const { frame, begins, open, trying, verdict, branch } = this.watching;
    const plan = trying ? 'tried' : this.watching.plan;
    const tried = plan === 'tried' ? (trying ?? verdict)?.moves : undefined;
    return { frame, begins, plan, open, tried: tried ?? [], hindsight: branch !== null };
  }

  async #say(): Promise<string> {
    const body = { ...this.#moment, ...(this.code ? { code: this.code } : {}) };
    return (await asMe<SharedReview>('POST', `/api/games/${this.watching.id}/shared`, body)).code;
  }
}
