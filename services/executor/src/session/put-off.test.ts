import { expect, test } from '@jest/globals';
import type { Sandbox } from '@workflow/sandbox';
import { component, connections, httpFrom, outputOf, sessionFixture } from './testing/session-fixture.ts';

/** Returns a sandbox that has no process for the first programs. The others return their number. */
function sandboxWithout(processesForFirst: number): { sandbox: Sandbox; asked: () => number } {
  let requests = 0;
  return {
    asked: () => requests,
    sandbox: {
      run: () => {
        requests += 1;
        return Promise.resolve(
          requests <= processesForFirst
            ? { kind: 'not-begun', why: 'No sandbox process started in time' }
            : { kind: 'value', json: String(requests) },
        );
      },
      problem: () => null,
      close: () => Promise.resolve(),
    },
  };
}

const code = component('code', 'code', { source: 'return 1', type: 'NUMBER' }, { output: 'number' });

test('a step without a sandbox process waits, uses up no try, and disturbs no other branch', async () => {
  const { sandbox, asked } = sandboxWithout(2);
  const sent: string[] = [];
  const definition = {
    components: [
      component('in', 'input', { placeholders: [] }),
      code,
      component('r', 'http-request', { method: 'POST', url: 'http://server/r' }),
      component('out', 'output', { value: '{{ number }}' }),
    ],
    connections: connections('in>code', 'in>r', 'code>out'),
  };
  let nowMs = Date.UTC(2026, 0, 1);
  const { run, store, logged } = sessionFixture(definition, {
    sandbox,
    http: httpFrom((call) => {
      sent.push(call.url.pathname);
      return {};
    }),
    now: () => nowMs,
    random: () => 0.5,
  });
  for (const claimNumber of [1, 2]) {
    const dueAt = new Date(nowMs + 7_500);
    expect(await run({ resumed: claimNumber > 1, claimNumber })).toMatchObject({ kind: 'waiting', dueAt });
    expect(store.stepsOf('code')).toMatchObject([{ status: 'WAITING', attempt: 1, finishedAt: null }]);
    nowMs = dueAt.getTime();
  }
  expect(logged).toMatchObject([1, 2].map(() => ({ message: 'Postponed a step: No sandbox process started in time' })));
  expect(outputOf(await run({ resumed: true, claimNumber: 3 }))).toBe(3);
  expect(store.stepsOf('code')).toMatchObject([{ status: 'SUCCEEDED', attempt: 1, output: 3 }]);
  expect([asked(), sent]).toEqual([3, ['/r']]);
});

test('an expression that needs the sandbox waits before the effect of its step', async () => {
  const { sandbox } = sandboxWithout(1);
  const url = 'http://server/{{ $string($pad("x", 3)) }}';
  const sent: string[] = [];
  const definition = {
    components: [
      component('in', 'input', { placeholders: [] }),
      component('r', 'http-request', { method: 'POST', url }, { output: 'r' }),
    ],
    connections: connections('in>r'),
  };
  let nowMs = Date.UTC(2026, 0, 1);
  const { run, store } = sessionFixture(definition, {
    sandbox,
    http: httpFrom((call) => {
      sent.push(`${call.url.pathname}, ${store.stepsOf('r')[0]?.status}`);
      return {};
    }),
    now: () => nowMs,
  });
  expect(await run()).toMatchObject({ kind: 'waiting' });
  expect([store.stepsOf('r')[0]?.status, sent]).toEqual(['WAITING', []]);
  nowMs += 5_000;
  expect(await run({ resumed: true, claimNumber: 2 })).toMatchObject({ kind: 'succeeded' });
  expect(sent).toEqual(['/2, RUNNING']);
});

test('a step that is put off while another branch runs begins in the same claim', async () => {
  const { sandbox, asked } = sandboxWithout(1);
  const slow = Promise.withResolvers<void>();
  const definition = {
    components: [
      component('in', 'input', { placeholders: [] }),
      component('slow', 'http-request', { method: 'POST', url: 'http://server/slow' }),
      code,
      component('out', 'output', { value: '{{ number }}' }),
    ],
    connections: connections('in>slow', 'in>code', 'code>out'),
  };
  let nowMs = Date.UTC(2026, 0, 1);
  const { run, store } = sessionFixture(definition, {
    sandbox: {
      ...sandbox,
      run: async (...program) => {
        const answer = await sandbox.run(...program);
        if (answer.kind === 'value') slow.resolve();
        return answer;
      },
    },
    http: httpFrom(() => slow.promise.then(() => ({}))),
    // The step is due as soon as it is postponed.
    now: () => (nowMs += 6_000),
  });
  expect(outputOf(await run())).toBe(2);
  expect(asked()).toBe(2);
  expect(store.stepsOf('code')).toMatchObject([{ status: 'SUCCEEDED', attempt: 1 }]);
});
