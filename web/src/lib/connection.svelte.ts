/** The WebSocket of one table: keeps its state up to date, reconnects, and sends again what was not acknowledged. */
import { Refused, meAgain, whoAmI, type Refusal } from './api';
import { firstState, applyNews, type Known } from './fold';
import type { OkMessage } from './protocol';
import { href } from './root';
import type { Act, News, Sent, ViewMessage, SignalsBySeat } from './types';

export type State = 'connecting' | 'open' | 'lost' | 'gone';

interface Waiting {
  act: Act;
  sentAt: number; // the table's number when it was first sent
  done: (answer: OkMessage) => void;
  refused: (why: Refused) => void;
}

const NO_TABLE: Refusal = { code: 'table', reason: 'unknown', clause: '', values: {}, why: 'there is no such table' };
const FIRST_TRY = 300;
const LAST_TRY = 5000;
const BEAT = 20_000; // milliseconds without a message until the server is pinged
const JUMPED = 10_000; // milliseconds by which a clock must be off to have been set
const SILENT = 10_000; // milliseconds until a ping without an answer means a dead socket

export class TableConnection {
  state = $state<State>('connecting');
  known = $state.raw<Known | null>(null);
  why = $state.raw<Refusal | null>(null); // of gone
  seating = $state(false); // seats are being changed between two games
  ahead = 0; // the server's clock minus ours

  readonly #id: string;
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Set<(news: News, before: Known) => void>();
  readonly #signalListeners = new Set<(before: SignalsBySeat) => void>();
  readonly #url: string;
  readonly #token: string | undefined; // of somebody else than the browser's own person
  #socket: WebSocket | null = null;
  #fresh = false; // a view came on this socket
  #tries = 0;
  #count = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #clockAsked = -Infinity; // when a view was last asked for because of a clock
  #refusal: Refusal | null = null;

  /** Connects to a table as the browser's own person, as somebody else at this browser, or as a screen for all to see. */
  constructor(id: string, who: { token?: string; screen?: boolean } = {}) {
    this.#id = id;
    const path = href(`/ws/tables/${id}${who.screen ? '?as=screen' : ''}`);
    this.#url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
    this.#token = who.token;
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    void this.#connect();
  }

  get table(): Known['table'] | undefined {
    return this.known?.table;
  }

  get serverNow(): number {
    return Date.now() + this.ahead;
  }

  /** Calls back for each numbered message of news, with the state before it. */
  onNews(listener: (news: News, before: Known) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when signals change, with those before. */
  onSignals(listener: (before: SignalsBySeat) => void): () => void {
    this.#signalListeners.add(listener);
    return () => this.#signalListeners.delete(listener);
  }

  /** Sends an act. The promise survives a lost connection; it rejects with the refusal. */
  act(act: Act): Promise<OkMessage> {
    const id = `${this.#id}-${Date.now().toString(36)}-${(++this.#count).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    return new Promise((done, refused) => {
      this.#waiting.set(id, { act, sentAt: this.known?.n ?? 0, done, refused });
      if (this.#fresh) this.#send({ ...act, id });
    });
  }

  /** Connects anew, as the person of the current cookie. */
  reconnect(): void {
    const socket = this.#socket;
    this.#stop();
    this.#socket = null;
    this.#fresh = false;
    socket?.close();
    void this.#connect();
  }

  close(): void {
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#stop();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #stop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
  }

  readonly #hurry = (): void => {
    if (this.state === 'lost' && document.visibilityState === 'visible') {
      this.#tries = 0;
      clearTimeout(this.#retry);
      void this.#connect();
    }
  };

  async #connect(): Promise<void> {
    try {
      if (!this.#token) await whoAmI();
    } catch (wrong) {
      if (wrong instanceof Refused && wrong.code === 'banned') this.#gone({ ...wrong, why: wrong.message });
      else this.#lost();
      return;
    }
    if (this.#socket || this.state === 'gone') return;
    const socket = new WebSocket(this.#url, this.#token ? ['gambero', `token.${this.#token}`] : []);
    this.#socket = socket;
    this.#fresh = false;
    this.#refusal = null;
    this.#heard = Date.now();
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data as string) as Sent);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#check(), BEAT / 4);
  }

  #closed(code: number): void {
    this.#stop();
    this.#socket = null;
    this.#fresh = false;
    const unknown = code === 4401 && this.#token !== undefined;
    if (code === 4403 || code === 4404 || unknown || this.known?.table.closed) {
      this.#gone(this.#refusal ?? NO_TABLE);
      return;
    }
    if (code === 4401) meAgain(); // the cookie is lost: become a guest again
    this.#lost();
  }

  #gone(why: Refusal): void {
    this.why = why;
    this.state = 'gone';
    for (const { refused } of this.#waiting.values()) refused(new Refused(why));
    this.#waiting.clear();
  }

  #lost(): void {
    this.state = 'lost';
    const wait = Math.min(LAST_TRY, FIRST_TRY * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  /** Heartbeat: pings an idle socket, and reconnects if nothing answers. */
  #check(): void {
    const quiet = Date.now() - this.#heard;
    if (quiet > BEAT + SILENT) {
      const socket = this.#socket;
      this.#closed(1006);
      socket?.close();
    } else if (quiet > BEAT && this.#fresh) {
      this.#send({ type: 'ping' });
    }
  }

  #send(message: Act): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: Sent): void {
    this.#heard = Date.now();
    switch (message.type) {
      case 'view':
        this.#viewed(message);
        break;
      case 'news':
        this.#onNews(message);
        break;
      case 'said':
        this.#onSignals(message.said);
        break;
      case 'chat':
        if (this.known) this.known = { ...this.known, chat: message.chat };
        break;
      case 'here':
        if (this.known) this.known = { ...this.known, here: message.here, watching: message.watching };
        break;
      case 'ok':
        this.#settle(message.id, (waiting) => waiting.done(message));
        break;
      case 'refused':
        if (message.id === null) this.#refusal = message;
        this.#settle(message.id, ({ refused }) => refused(new Refused(message)));
        break;
      case 'bye':
        this.#tries = 0;
    }
  }

  #settle(id: string | null, how: (waiting: Waiting) => void): void {
    const waiting = id === null ? undefined : this.#waiting.get(id);
    if (!waiting || id === null) return;
    this.#waiting.delete(id);
    how(waiting);
  }

  #viewed(message: ViewMessage): void {
    this.known = firstState(message);
    this.ahead = message.now - Date.now();
    this.state = 'open';
    this.#tries = 0;
    if (!this.#fresh) {
      this.#fresh = true;
      this.#sendAgain(message);
    }
  }

  /** Sends again what was not acknowledged, under the same id; a chat message only if the view does not hold it. */
  #sendAgain({ chat, you }: ViewMessage): void {
    for (const [id, { act, sentAt, done }] of [...this.#waiting]) {
      const through =
        act.type === 'chat' && chat.some((one) => one.n > sentAt && one.seat === you.seat && one.text === act.text);
      if (through) {
        this.#waiting.delete(id);
        done({ type: 'ok', id });
      } else this.#send({ ...act, id });
    }
  }

  #onSignals(signals: SignalsBySeat): void {
    const before = this.known;
    if (!before) return;
    this.known = { ...before, signals };
    for (const listener of this.#signalListeners) listener(before.signals);
  }

  #onNews(news: News): void {
    const before = this.known;
    if (!before) return;
    const now = applyNews(before, news);
    if (now === null) {
      this.#send({ type: 'sync', after: before.n });
      return;
    }
    if (now === before) return;
    this.known = now;
    for (const listener of this.#listeners) listener(news, before);
    this.#checkClock(news.at);
  }

  /** A clock was set, the server's or ours: a new view has the times of this moment. Asked for once in a while. */
  #checkClock(at: number): void {
    const time = performance.now();
    if (Math.abs(at - this.serverNow) < JUMPED || time - this.#clockAsked < BEAT) return;
    this.#clockAsked = time;
    this.#send({ type: 'sync' });
  }
}
