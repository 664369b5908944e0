import { describe, expect, test } from '@jest/globals';
import type { EffectStep, StepRecord } from '@workflow/session-store';
import { chain, component, connections, httpFrom, outputOf, sessionFixture } from './testing/session-fixture.ts';

const input = (...keys: string[]) =>
  component('in', 'input', { placeholders: keys.map((key) => ({ key, type: 'JSON' })) });
const request = (id: string, more = {}) =>
  component(id, 'http-request', { method: 'POST', url: `http://server/${id}` }, { output: id, ...more });
const answering = () => {
  const calls: string[] = [];
  return {
    calls,
    http: httpFrom((call) => ({
      status: (calls.push(call.url.pathname), 200),
      body: Buffer.from(JSON.stringify({ at: call.url.pathname })),
    })),
  };
};

describe('commits', () => {
  test('steps without effects are written with the RUNNING step of an effect, before it begins', async () => {
    const { http } = answering();
    const { run, store } = sessionFixture(
      chain(input(), request('r'), component('out', 'output', { value: '{{ r.body.at }}' })),
      {
        http: {
          ...http,
          send: (call, signal) => (
            expect(store.stepsOf('r')).toMatchObject([
              { status: 'RUNNING', input: { method: 'POST', url: 'http://server/r' }, finishedAt: null },
            ]),
            http.send(call, signal)
          ),
        },
      },
    );
    expect(outputOf(await run())).toBe('/r');
    const [first, ...laterCommits] = store.events.map((event) =>
      'steps' in event ? event.steps.map(({ componentId, status }) => `${componentId} ${status}`) : [],
    );
    expect(first).toEqual(['in SUCCEEDED', 'r RUNNING']);
    // They are in one commit, unless the output had to wait for its turn of the event loop.
    expect(laterCommits.flat()).toEqual(['r SUCCEEDED', 'out SUCCEEDED']);
  });

  test('a result is committed before another effect that depends on it begins', async () => {
    const { http } = answering();
    const order: string[] = [];
    const { run, store } = sessionFixture(chain(input(), request('a'), request('b')), {
      http: {
        ...http,
        send: (call, signal) => (
          order.push(`send ${call.url.pathname}, a ${store.stepsOf('a')[0]?.status}`),
          http.send(call, signal)
        ),
      },
    });
    await run();
    expect(order).toEqual(['send /a, a RUNNING', 'send /b, a SUCCEEDED']);
  });

  test('branches run side by side and a join waits for both', async () => {
    const waiting: (() => void)[] = [];
    const http = httpFrom(
      (call) =>
        new Promise((resolve) => {
          if (call.url.pathname === '/join') return resolve({});
          waiting.push(() => resolve({}));
          // Neither is answered before both have started.
          if (waiting.length === 2) for (const answer of waiting) answer();
        }),
    );
    const definition = {
      components: [input(), request('a'), request('b'), request('join')],
      connections: connections('in>a', 'in>b', 'a>join', 'b>join'),
    };
    const { run, store } = sessionFixture(definition, { http });
    expect((await run()).kind).toBe('succeeded');
    expect(store.stepsOf('join')).toMatchObject([{ attempt: 1, status: 'SUCCEEDED' }]);
  });

  test('a join runs once when one of its branches died', async () => {
    const definition = {
      components: [
        input('a'),
        component('if', 'condition', { expression: 'a > 1' }),
        component('yes', 'transform', { expression: '"yes"', type: 'TEXT' }, { output: 'yes' }),
        component('no', 'transform', { expression: '"no"', type: 'TEXT' }, { output: 'no' }),
        component('out', 'output', { value: '{{ yes ?? no }}' }),
      ],
      connections: connections('in>if', 'if.true>yes', 'if.false>no', 'yes>out', 'no>out'),
    };
    expect(outputOf(await sessionFixture(definition).run({ placeholderValues: { a: 2 } }))).toBe('yes');
    expect(outputOf(await sessionFixture(definition).run({ placeholderValues: { a: 1 } }))).toBe('no');
  });
});

describe('resuming', () => {
  const done = (componentId: string, more: Partial<StepRecord> = {}): StepRecord => ({
    componentId,
    run: 1,
    iteration: 0,
    attempt: 1,
    status: 'SUCCEEDED',
    port: 'next',
    input: null,
    output: null,
    error: null,
    startedAt: new Date(1),
    finishedAt: new Date(2),
    ...more,
  });
  const definition = chain(
    input(),
    request('a'),
    request('b'),
    component('out', 'output', { value: '{{ a.body.at & b.body.at }}' }),
  );

  test('does not run committed steps again, and uses their outputs', async () => {
    const { calls, http } = answering();
    const { run, store } = sessionFixture(definition, { http });
    await store.recordSteps({ sessionId: '', claimNumber: 1 }, [
      done('in'),
      done('a', { output: { status: 200, body: { at: '/old' } } }),
    ]);
    expect(outputOf(await run({ resumed: true, claimNumber: 2 }))).toBe('/old/b');
    expect(calls).toEqual(['/b']);
  });

  test('runs an interrupted effect again as its next try', async () => {
    const { calls, http } = answering();
    const { run, store } = sessionFixture(definition, { http });
    await store.recordSteps({ sessionId: '', claimNumber: 1 }, [
      done('in'),
      done('a', { status: 'RUNNING', port: null, finishedAt: null }),
    ]);
    expect((await run({ resumed: true, claimNumber: 2 })).kind).toBe('succeeded');
    expect(calls).toEqual(['/a', '/b']);
    expect(store.stepsOf('a').map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'CANCELLED'],
      [2, 'SUCCEEDED'],
    ]);
  });

  test('of a new run keeps steps that succeeded, and starts the failed one again with its own key', async () => {
    const keys: unknown[] = [];
    const { run, store } = sessionFixture(definition, {
      http: httpFrom((call) => (keys.push(call.headers['idempotency-key']), { body: Buffer.from('{"at":"/new"}') })),
    });
    await store.recordSteps({ sessionId: '', claimNumber: 1 }, [
      done('in'),
      done('a', { output: { body: { at: '/old' } } }),
      done('b', { status: 'FAILED', port: null, attempt: 3 }),
    ]);
    expect(outputOf(await run({ resumed: true, claimNumber: 2, run: 2 }))).toBe('/old/new');
    expect(store.stepsOf('b')).toMatchObject([
      { run: 1, attempt: 3, status: 'FAILED' },
      { run: 2, attempt: 1, status: 'SUCCEEDED' },
    ]);
    expect(keys).toEqual(['01920000-0000-7000-8000-000000000001:2:b:0']);
  });

  test('a failure that its error port took stays taken', async () => {
    const withError = {
      components: [input(), request('a'), component('out', 'output', { value: '{{ error.code }}' })],
      connections: connections('in>a', 'a.error>out'),
    };
    const { calls, http } = answering();
    const { run, store } = sessionFixture(withError, { http });
    await store.recordSteps({ sessionId: '', claimNumber: 1 }, [
      done('in'),
      done('a', { status: 'FAILED', port: 'error', error: { code: 'HTTP_STATUS', message: '', componentId: 'a' } }),
    ]);
    expect(outputOf(await run({ resumed: true, claimNumber: 2 }))).toBe('HTTP_STATUS');
    expect(calls).toEqual([]);
  });

  test('a component that another version changed changes its stored value again', async () => {
    const definition = chain(input(), component('sum', 'storage', { operation: 'add', key: 'k' }, { output: 'sum' }));
    const { run, deps } = sessionFixture(definition);
    const runs: number[] = [];
    const change = (_fence: object, { run: ofRun }: EffectStep) => {
      runs.push(ofRun);
      return Promise.resolve({ value: 1, shown: 1, sensitive: [] });
    };
    deps.collections = { ...deps.collections, values: { ...deps.collections.values, change } };
    await run();
    await run({ resumed: true, claimNumber: 2, run: 2 });
    expect(runs).toEqual([1]);
    await run({ resumed: true, claimNumber: 3, run: 3, resultsFrom: { sum: 3 } });
    expect(runs).toEqual([1, 3]);
  });
});

describe('waiting', () => {
  test('a delay that is resumed ends when it was first to end', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { run, store } = sessionFixture(
      chain(
        input(),
        component('wait', 'delay', { seconds: '{{ 30 * 2 }}' }),
        component('out', 'output', { value: 'done' }),
      ),
      { now: () => now },
    );
    const dueAt = new Date(now + 60_000);
    expect(await run()).toMatchObject({ kind: 'waiting', dueAt });
    now += 20_000;
    expect(await run({ resumed: true, claimNumber: 2 })).toMatchObject({ kind: 'waiting', dueAt });
    now += 40_000;
    expect(outputOf(await run({ resumed: true, claimNumber: 3 }))).toBe('done');
    expect(store.stepsOf('wait')).toMatchObject([{ attempt: 1, status: 'SUCCEEDED', input: { seconds: 60 } }]);
  });

  test('is judged by the clock of PostgreSQL, not of the executor', async () => {
    const now = Date.UTC(2026, 0, 1);
    const { run } = sessionFixture(
      chain(
        input(),
        component('wait', 'delay', { until: '2026-01-01T00:05:00Z' }),
        component('out', 'output', { value: 'done' }),
      ),
      { now: () => now },
    );
    expect((await run()).kind).toBe('waiting');
    expect(outputOf(await run({ resumed: true, claimNumber: 2, claimedAt: new Date('2026-01-01T00:05:00Z') }))).toBe(
      'done',
    );
  });

  test.each(['yesterday', '2026-13-01', ''])('a delay until %p fails', async (until) => {
    expect(await sessionFixture(chain(input(), component('wait', 'delay', { until }))).run()).toMatchObject({
      kind: 'failed',
      error: { code: 'CONFIG_INVALID' },
    });
  });

  test('another branch continues while one waits', async () => {
    const definition = {
      components: [input(), component('wait', 'delay', { seconds: 60 }), request('a')],
      connections: connections('in>wait', 'in>a'),
    };
    const { run, store } = sessionFixture(definition);
    expect((await run()).kind).toBe('waiting');
    expect(store.stepsOf('a')).toMatchObject([{ status: 'SUCCEEDED' }]);
  });

  test('a short delay ends while another branch still runs', async () => {
    let answer: () => void = () => undefined;
    const http = httpFrom((call) =>
      call.url.pathname === '/slow'
        ? new Promise((resolve) => {
            answer = () => resolve({});
          })
        : (answer(), {}),
    );
    const definition = {
      components: [input(), component('wait', 'delay', { seconds: 0.02 }), request('slow'), request('after')],
      connections: connections('in>slow', 'in>wait', 'wait>after'),
    };
    expect((await sessionFixture(definition, { http }).run()).kind).toBe('succeeded');
  });
});
