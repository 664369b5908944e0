import { describe, expect, test } from '@jest/globals';
import { StepFailure } from '@workflow/workflow-model';
import { hangingHttp } from './testing/hanging-http.ts';
import { chain, component, connections, httpFrom, outputOf, sessionFixture } from './testing/session-fixture.ts';

const input = (...keys: string[]) =>
  component('in', 'input', { placeholders: keys.map((key) => ({ key, type: 'JSON' })) });
const request = (id: string, more = {}) =>
  component(id, 'http-request', { method: 'POST', url: `http://server/${id}` }, { output: id, ...more });

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
        component('other', 'transform', { expression: '$exists(error)', type: 'BOOLEAN' }, { output: 'other' }),
        component('out', 'output', { value: { seen: '{{ seen }}', other: '{{ other }}' } }),
      ],
      connections: connections('in>t', 't>never', 't.error>ok', 'in>other', 'ok>out', 'other>out'),
    };
    const { run, store } = sessionFixture(definition);
    expect(outputOf(await run())).toEqual({ seen: { code: 'EXPRESSION_ERROR', from: 't' }, other: false });
    expect(store.stepsOf('t')).toMatchObject([{ status: 'FAILED', port: 'error' }]);
    expect(store.stepsOf('never')).toHaveLength(0);
  });

  test('abort running components immediately and begin nothing more', async () => {
    const { aborted, http } = hangingHttp();
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

  test('of a long backoff wait without a slot, and continue when due', async () => {
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

test('StepFailure takes its retryability from the registry', () => {
  expect([new StepFailure('HTTP_FAILED', '').retryable, new StepFailure('CODE_ERROR', '').retryable]).toEqual([
    true,
    false,
  ]);
});
