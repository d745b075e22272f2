import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TableConnection } from './connection.svelte';

/** A line whose other end is the test. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  hears(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const view = (n: number, more: object = {}): object => ({
  type: 'view', n, now: Date.now(), you: { seat: 0, name: 'Anna', host: true }, table: { closed: false },
  view: { log: [], hand: [38] }, said: {}, chat: [], here: [true], watching: 0, ...more,
}); // prettier-ignore

const line = async (count: number): Promise<Line> => {
  await vi.waitUntil(() => Line.all.length >= count, { timeout: 5000 });
  return Line.all[count - 1] as Line;
};

describe('a table’s connection', () => {
  beforeEach(() => {
    Line.all = [];
    vi.stubGlobal('WebSocket', Line);
    vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.stubGlobal('document', {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      visibilityState: 'visible',
    });
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(JSON.stringify({ name: 'Anna', login: null, token: 't' }))),
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  test('an act that was not answered is sent again under the same id, and its promise holds', async () => {
    const at = new TableConnection('abc');
    const first = await line(1);
    first.hears(view(5));
    const done = at.act({ type: 'move', move: '38a' });
    const id = first.sent[0]?.['id'];
    first.breaks();
    expect(at.state).toBe('lost');
    const second = await line(2);
    expect(second.sent).toEqual([]); // nothing is said before the table is seen
    second.hears(view(5));
    expect(at.state).toBe('open');
    expect(second.sent).toEqual([{ type: 'move', move: '38a', id }]);
    second.hears({ type: 'ok', id, n: 6 });
    await expect(done).resolves.toMatchObject({ n: 6 });
    at.close();
  });

  test('words that got through are not said twice', async () => {
    const at = new TableConnection('abc');
    const first = await line(1);
    first.hears(view(5));
    const done = at.act({ type: 'chat', text: 'hello' });
    first.breaks();
    const second = await line(2);
    second.hears(view(6, { chat: [{ n: 6, seat: 0, name: 'Anna', text: 'hello', at: 0 }] }));
    await expect(done).resolves.toBeDefined();
    expect(second.sent).toEqual([]);
    at.close();
  });

  test('a gap in the numbers is asked for', async () => {
    const at = new TableConnection('abc');
    const first = await line(1);
    first.hears(view(5));
    first.hears({ type: 'news', n: 7, at: 0, what: { kind: 'began' }, events: [], table: {}, view: {} });
    expect(first.sent).toEqual([{ type: 'sync', after: 5 }]);
    expect(at.known?.n).toBe(5);
    at.close();
  });

  test('if a clock was set, a new view is asked for, once', async () => {
    const at = new TableConnection('abc');
    const first = await line(1);
    first.hears(view(5));
    const news = (n: number, late: number): object => ({
      type: 'news', n, at: Date.now() + late, what: { kind: 'began' }, events: [], table: {}, view: {},
    }); // prettier-ignore
    first.hears(news(6, -500));
    expect(first.sent).toEqual([]);
    first.hears(news(7, 3_600_000));
    first.hears(news(8, 3_600_000));
    expect(first.sent).toEqual([{ type: 'sync' }]);
    first.hears(view(8, { now: Date.now() + 3_600_000 }));
    expect(Math.round(at.ahead / 60_000)).toBe(60);
    at.close();
  });

  test('a refusal carries its reason', async () => {
    const at = new TableConnection('abc');
    const first = await line(1);
    first.hears(view(5));
    const done = at.act({ type: 'chat', text: 'seven' });
    const why = { code: 'number', reason: 'taboo', clause: 'C15', values: { found: 'seven' } };
    first.hears({ type: 'refused', id: first.sent[0]?.['id'], ...why, why: 'taboo' });
    await expect(done).rejects.toMatchObject(why);
    at.close();
  });

  test('a table that is not there is gone for good, and what waits for it is told', async () => {
    const at = new TableConnection('abc');
    const first = await line(1);
    const done = at.act({ type: 'sit' });
    first.hears({ type: 'refused', id: null, code: 'table', why: 'there is no such table' });
    first.breaks(4404);
    await expect(done).rejects.toMatchObject({ code: 'table' });
    expect([at.state, at.why?.code]).toEqual(['gone', 'table']);
    at.close();
  });
});
