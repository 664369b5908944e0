import { describe, expect, test } from '@jest/globals';
import { StoreConflictError, StoreLockTimeoutError, StoreUnavailableError } from '@workflow/session-store';
import { ReleaseRequest } from './session-outcome.ts';
import { hangingHttp } from './testing/hanging-http.ts';
import { chain, component, connections, httpFrom, sessionFixture } from './testing/session-fixture.ts';

const input = () => component('in', 'input', { placeholders: [] });
const request = (id: string, more = {}) =>
  component(id, 'http-request', { method: 'POST', url: `http://server/${id}` }, { output: id, ...more });

describe('limits and interruptions', () => {
  test('a component that takes too long is aborted with STEP_TIMEOUT', async () => {
    const { aborted, http } = hangingHttp();
    const { run } = sessionFixture(chain(input(), request('slow', { timeoutSeconds: 0.05 })), { http });
    expect(await run()).toMatchObject({ kind: 'failed', error: { code: 'STEP_TIMEOUT', componentId: 'slow' } });
    expect(aborted).toEqual(['/slow']);
  });

  test('a session beyond its deadline is TIMED_OUT, before it begins or while it runs', async () => {
    const { aborted, http } = hangingHttp();
    const { run } = sessionFixture(chain(input(), request('slow')), { http });
    expect(await run({ ranMs: 86_400_000 })).toMatchObject({
      kind: 'failed',
      error: { code: 'TIMED_OUT', componentId: null },
    });
    expect(await run({ ranMs: 86_399_950 })).toMatchObject({ kind: 'failed', error: { code: 'TIMED_OUT' } });
    expect(aborted).toEqual(['/slow']);
  });

  test('a lost claim aborts everything and writes nothing more', async () => {
    const { aborted, http } = hangingHttp();
    const { run, store } = sessionFixture(chain(input(), request('slow')), { http });
    const controller = new AbortController();
    store.beforeWrite = () => {
      setImmediate(() => controller.abort(new Error('lost')));
      return true;
    };
    expect(await run({}, controller.signal)).toEqual({ kind: 'lost' });
    expect(aborted).toEqual(['/slow']);
    expect(store.events).toHaveLength(1);
  });

  test('an outdated fence keeps the effect from beginning', async () => {
    let calls = 0;
    const { run, store } = sessionFixture(chain(input(), request('r')), {
      http: httpFrom(() => ({ status: (calls += 1) && 200 })),
    });
    store.beforeWrite = () => false;
    expect(await run()).toEqual({ kind: 'lost' });
    expect([calls, store.events]).toEqual([0, []]);
  });

  test('a session released at shutdown continues with the same key and uses up no try', async () => {
    const { aborted, http } = hangingHttp();
    const keys: unknown[] = [];
    let hangs = true;
    const { run, store } = sessionFixture(chain(input(), request('r')), {
      http: {
        ...http,
        send: (call, signal) => (
          keys.push(call.headers['idempotency-key']),
          hangs ? http.send(call, signal) : Promise.resolve({ status: 200, headers: {}, body: Buffer.from('') })
        ),
      },
    });
    const controller = new AbortController();
    store.beforeWrite = () => {
      setImmediate(() => controller.abort(new ReleaseRequest()));
      return true;
    };
    expect((await run({}, controller.signal)).kind).toBe('released');
    expect(aborted).toEqual(['/r']);
    hangs = false;
    store.beforeWrite = () => true;
    expect((await run({ resumed: true, claimNumber: 2 })).kind).toBe('succeeded');
    expect(store.stepsOf('r').map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'CANCELLED'],
      [2, 'SUCCEEDED'],
    ]);
    expect(new Set(keys).size).toBe(1);
  });

  test('a result whose write is not answered yet goes along when the session is released', async () => {
    let calls = 0;
    const { run, store } = sessionFixture(chain(input(), request('r'), request('s')), {
      http: httpFrom(() => ({ status: (calls += 1) && 200 })),
    });
    const controller = new AbortController();
    store.beforeWrite = ([step]) => {
      if (step?.status !== 'SUCCEEDED' || step.componentId !== 'r') return true;
      setImmediate(() => controller.abort(new ReleaseRequest()));
      return new Promise(() => undefined);
    };
    expect((await run({}, controller.signal)).kind).toBe('released');
    expect(store.stepsOf('r')).toMatchObject([{ attempt: 1, status: 'SUCCEEDED' }]);
    store.beforeWrite = () => true;
    expect((await run({ resumed: true, claimNumber: 2 })).kind).toBe('succeeded');
    expect(calls).toBe(2);
  });

  test('a failure during a wait writes each step once', async () => {
    const definition = {
      components: [
        input(),
        component('wait', 'delay', { seconds: 60 }),
        component('bad', 'transform', { expression: '$error("no")', type: 'TEXT' }, { output: 'bad' }),
      ],
      connections: connections('in>wait', 'in>bad'),
    };
    const { run, store } = sessionFixture(definition);
    expect((await run()).kind).toBe('failed');
    expect(store.stepsOf('wait')).toMatchObject([{ status: 'CANCELLED' }]);
  });

  test('an outage of the store is waited out before the effect begins', async () => {
    let writes = 0;
    const { run, store } = sessionFixture(chain(input(), request('r')));
    store.beforeWrite = () => {
      writes += 1;
      if (writes <= 2) throw Object.assign(new Error('PostgreSQL is away'), { retryable: true });
      return true;
    };
    expect((await run()).kind).toBe('succeeded');
    expect(store.stepsOf('r')).toMatchObject([{ attempt: 1, status: 'SUCCEEDED' }]);
  });
});

test.each([new StoreUnavailableError('down'), new StoreConflictError('deadlock'), new StoreLockTimeoutError('locked')])(
  'sealed values are opened again after $name',
  async (failure) => {
    const { run, store } = sessionFixture(chain(input()));
    const open = store.openStart;
    let tries = 0;
    store.openStart = (...args) => ((tries += 1) === 1 ? Promise.reject(failure) : open(...args));
    const hidden = Buffer.from(JSON.stringify({ value: {}, sensitive: [] }));
    expect(await run({ hidden })).toMatchObject({ kind: 'succeeded' });
    expect(tries).toBe(2);
  },
);
