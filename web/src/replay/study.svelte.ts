/** The analysis of a finished game as the server streams it, turn by turn. */
import { Refused, type Refusal } from '../lib/api';
import type { AnalysisLine, GameAnalysis, GamePace, TurnReviewed } from '../lib/protocol';
import { href } from '../lib/root';
import { mistakes, ofFirst } from './analysis';

export class Study {
  turns = $state.raw<TurnReviewed[]>([]); // in order, as far as they are known
  total = $state(0);
  whole = $state.raw<GameAnalysis | null>(null);
  pace = $state.raw<GamePace | null>(null); // where everyone plays at once, instead
  refused = $state.raw<Refused | null>(null);
  #stop = new AbortController();

  readonly running: boolean = $derived(this.total > 0 && !this.whole && !this.refused);
  readonly mistakes: number[] = $derived(mistakes(this.turns));
  /** The chance before each turn, as far as it is known, and at last the result. */
  readonly chances: number[] = $derived.by(
    () => this.whole?.chances ?? this.turns.map(({ seat, chance }) => ofFirst(this.team(), seat, chance)),
  );

  constructor(
    readonly id: string,
    readonly team: () => boolean,
  ) {}

  /** Reads the stream to its end; `refused` says why there is none. */
  async load(): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.refused = null;
    this.turns = [];
    try {
      const answer = await fetch(href(`/api/games/${this.id}/analysis`), { signal: this.#stop.signal });
      if (!answer.ok || !answer.body) throw await refusal(answer);
      for await (const line of lines(answer.body)) this.#take(JSON.parse(line) as AnalysisLine);
      if (!this.whole && !this.pace && !this.refused) throw new Refused({ code: 'offline' });
    } catch (wrong) {
      if (!this.#stop.signal.aborted)
        this.refused = wrong instanceof Refused ? wrong : new Refused({ code: 'offline' });
    }
  }

  close(): void {
    this.#stop.abort();
  }

  #take(line: AnalysisLine): void {
    if (line.type === 'about') this.total = line.turns;
    else if (line.type === 'turn') this.turns = [...this.turns.slice(0, line.index), line];
    else if (line.type === 'refused') this.refused = new Refused(line);
    else if ('timeline' in line.analysis) this.pace = line.analysis;
    else {
      this.whole = line.analysis;
      this.turns = line.analysis.turns;
    }
  }
}

async function refusal(answer: Response): Promise<Refused> {
  const told = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
  return new Refused({ code: 'fault', ...told }, answer.status);
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? '')).split('\n');
    rest = parts.pop() ?? '';
    yield* parts.filter(Boolean);
    if (done) break;
  }
  if (rest) yield rest;
}
