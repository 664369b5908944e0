import { describe, expect, test } from '@jest/globals';
import { StepFailure } from '../failures/step-failure.ts';
import { ReleaseRequest } from './session-outcome.ts';
import { chain, component, connections, httpFrom, outputOf, sessionFixture } from './testing/session-fixture.ts';

const input = (...keys: string[]) =>
  component('in', 'input', { placeholders: keys.map((key) => ({ key, type: 'JSON' })) });
const request = (id: string, more = {}) =>
  component(id, 'http-request', { method: 'POST', url: `http://server/${id}` }, { output: id, ...more });
const hanging = () => {
  const aborted: string[] = [];
  const http = httpFrom(
    (call, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          aborted.push(call.url.pathname);
          reject(signal.reason as Error);
        }),
      ),
  );
  return { aborted, http };
};

describe('failures', () => {
  test('fail the session with code, message, component and the errorId of the log line', async () => {
    const { run, store, logged } = sessionFixture(
      chain(input(), component('t', 'transform', { expression: 'missing.name', type: 'TEXT' })),
    );
    const outcome = await run();
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'PLACEHOLDER_MISSING', message: 'placeholder missing.name has no value', componentId: 't' },
    });
    expect(logged).toEqual([
      expect.objectContaining({
        errorId: outcome.kind === 'failed' && outcome.error.errorId,
        code: 'PLACEHOLDER_MISSING',
      }),
    ]);
    expect(store.stepsOf('t')).toMatchObject([{ status: 'FAILED', error: { code: 'PLACEHOLDER_MISSING' } }]);
  });

  test('are taken by a connected error port, whose branch alone knows the error', async () => {
    const definition = {
      components: [
        input(),
        component('t', 'transform', { expression: '"a" + 1', type: 'TEXT' }),
        component('never', 'output', { value: 'never' }),
        component(
          'ok',
          'transform',
          { expression: '{"code": error.code, "from": error.componentId}', type: 'JSON' },
          { output: 'seen' },
        ),
        component('beside', 'transform', { expression: '$exists(error)', type: 'BOOLEAN' }, { output: 'beside' }),
        component('out', 'output', { value: { seen: '{{ seen }}', beside: '{{ beside }}' } }),
      ],
      connections: connections('in>t', 't>never', 't.error>ok', 'in>beside', 'ok>out', 'beside>out'),
    };
    const { run, store } = sessionFixture(definition);
    expect(outputOf(await run())).toEqual({ seen: { code: 'EXPRESSION_ERROR', from: 't' }, beside: false });
    expect(store.stepsOf('t')).toMatchObject([{ status: 'FAILED', port: 'error' }]);
    expect(store.stepsOf('never')).toHaveLength(0);
  });

  test('abort what is under way at once and begin nothing more', async () => {
    const { aborted, http } = hanging();
    const definition = {
      components: [
        input(),
        request('slow'),
        component('wait', 'delay', { seconds: 60 }),
        component('bad', 'transform', { expression: '1 + "a"', type: 'NUMBER' }),
        component('after', 'output', { value: 1 }),
        request('first'),
      ],
      connections: connections('in>first', 'in>slow', 'in>wait', 'first>bad', 'slow>after'),
    };
    const { run, store } = sessionFixture(definition, {
      http: {
        ...http,
        send: (call, signal) =>
          call.url.pathname === '/first'
            ? Promise.resolve({ status: 200, headers: {}, body: Buffer.from('') })
            : http.send(call, signal),
      },
    });
    expect(await run()).toMatchObject({ kind: 'failed', error: { code: 'EXPRESSION_ERROR', componentId: 'bad' } });
    expect(aborted).toEqual(['/slow']);
    expect(store.stepsOf('slow')).toMatchObject([{ status: 'CANCELLED' }]);
    expect(store.stepsOf('wait')).toMatchObject([{ status: 'CANCELLED' }]);
    expect(store.stepsOf('after')).toHaveLength(0);
  });

  test('of the service itself become INTERNAL_ERROR and do not show their cause', async () => {
    const { run, logged } = sessionFixture(chain(input(), request('r')), {
      http: httpFrom(() => Promise.reject(new Error('password=hunter2'))),
    });
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'INTERNAL_ERROR' } });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
    expect(logged).toHaveLength(1);
  });

  test('do not apply to the values that a session was started with, however large they are', async () => {
    const { run, deps } = sessionFixture(chain(input('a'), component('o', 'output', { value: 'small' })));
    deps.limits.maxOutputBytes = 1_500;
    expect(outputOf(await run({ placeholderValues: { a: 'x'.repeat(3_000) } }))).toBe('small');
  });

  test('are OUTPUT_TOO_LARGE above the limit of a step', async () => {
    const { run, deps } = sessionFixture(
      chain(input('a'), component('t', 'transform', { expression: 'a & a', type: 'TEXT' }, { output: 't' })),
    );
    deps.limits.maxOutputBytes = 1_500;
    expect(outputOf(await run({ placeholderValues: { a: 'x'.repeat(700) } }))).toBeNull();
    expect(await run({ placeholderValues: { a: 'x'.repeat(800) } })).toMatchObject({
      kind: 'failed',
      error: { code: 'OUTPUT_TOO_LARGE', componentId: 't' },
    });
    expect(await run({ placeholderValues: { a: '\u0001'.repeat(200) } })).toMatchObject({
      kind: 'failed',
      error: { code: 'OUTPUT_TOO_LARGE' },
    });
  });
});

describe('retries', () => {
  const failing = (times: number) => {
    const keys: (string | undefined)[] = [];
    const http = httpFrom((call) => {
      keys.push(call.headers['idempotency-key']);
      return { status: keys.length <= times ? 503 : 200 };
    });
    return { keys, http };
  };

  test('record every failed try and carry the same idempotency key', async () => {
    const { keys, http } = failing(2);
    const { run, store } = sessionFixture(
      chain(input(), request('r', { retry: { maxAttempts: 3, backoffSeconds: 0.01 } })),
      { http },
    );
    expect((await run()).kind).toBe('succeeded');
    expect(keys).toEqual(Array.from({ length: 3 }, () => '01920000-0000-7000-8000-000000000001:1:r:0'));
    expect(store.stepsOf('r')).toMatchObject([
      { attempt: 1, status: 'FAILED', error: { code: 'HTTP_STATUS' }, output: { status: 503 } },
      { attempt: 2, status: 'FAILED' },
      { attempt: 3, status: 'SUCCEEDED', output: { status: 200 } },
    ]);
  });

  test('stop at the last try', async () => {
    const { keys, http } = failing(9);
    const { run } = sessionFixture(chain(input(), request('r', { retry: { maxAttempts: 2, backoffSeconds: 0.01 } })), {
      http,
    });
    expect(await run()).toMatchObject({ kind: 'failed', error: { code: 'HTTP_STATUS' } });
    expect(keys).toHaveLength(2);
  });

  test('are not made for errors that another try cannot change', async () => {
    let calls = 0;
    const http = httpFrom(() => ({ status: (calls += 1) && 404 }));
    const { run } = sessionFixture(chain(input(), request('r', { retry: { maxAttempts: 5, backoffSeconds: 0.01 } })), {
      http,
    });
    expect(await run()).toMatchObject({ kind: 'failed', error: { code: 'HTTP_STATUS' } });
    expect(calls).toBe(1);
  });

  test('of a long back-off wait without a slot, and continue when due', async () => {
    const { keys, http } = failing(1);
    let now = Date.UTC(2026, 0, 1);
    const { run, store } = sessionFixture(
      chain(input(), request('r', { retry: { maxAttempts: 3, backoffSeconds: 20 } })),
      { http, now: () => now },
    );
    expect(await run()).toMatchObject({ kind: 'waiting', dueAt: new Date(now + 10_000) });
    expect(store.stepsOf('r')).toMatchObject([
      { attempt: 1, status: 'FAILED' },
      { attempt: 2, status: 'WAITING' },
    ]);
    now += 10_000;
    expect((await run({ resumed: true, claimNumber: 2 })).kind).toBe('succeeded');
    expect(store.stepsOf('r')).toMatchObject([
      { attempt: 1, status: 'FAILED' },
      { attempt: 2, status: 'SUCCEEDED' },
    ]);
    expect(keys).toHaveLength(2);
  });
});

describe('limits and interruptions', () => {
  test('a component that takes too long is aborted with STEP_TIMEOUT', async () => {
    const { aborted, http } = hanging();
    const { run } = sessionFixture(chain(input(), request('slow', { timeoutSeconds: 0.05 })), { http });
    expect(await run()).toMatchObject({ kind: 'failed', error: { code: 'STEP_TIMEOUT', componentId: 'slow' } });
    expect(aborted).toEqual(['/slow']);
  });

  test('a session beyond its deadline is TIMED_OUT, before it begins or while it runs', async () => {
    const { aborted, http } = hanging();
    const { run } = sessionFixture(chain(input(), request('slow')), { http });
    expect(await run({ ranMs: 86_400_000 })).toMatchObject({
      kind: 'failed',
      error: { code: 'TIMED_OUT', componentId: null },
    });
    expect(await run({ ranMs: 86_399_950 })).toMatchObject({ kind: 'failed', error: { code: 'TIMED_OUT' } });
    expect(aborted).toEqual(['/slow']);
  });

  test('a lost claim aborts everything and writes nothing more', async () => {
    const { aborted, http } = hanging();
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
    const { aborted, http } = hanging();
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

  test('a failure beside something that waits writes each step once', async () => {
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

test('StepFailure takes its retryability from the registry', () => {
  expect([
    new StepFailure('HTTP_FAILED', '').retryable,
    new StepFailure('CODE_ERROR', '').retryable,
    new StepFailure('ELSEWHERE', '').retryable,
  ]).toEqual([true, false, false]);
});
