import { createHook } from 'node:async_hooks';
import { expect, jest, test } from '@jest/globals';
import { hasTimeLeft, nextSlice } from '@workflow/sandbox/slices';
import { prepareWorkflow } from './prepared-workflow.ts';
import { runWalk } from './run-walk.ts';
import { SessionSecrets } from './session-secrets.ts';
import { SessionSensitive } from './session-sensitive.ts';
import type { WalkResources } from './walk-resources.ts';
import { claimedSession } from './testing/fake-store.ts';
import { chain, component, connections, httpFrom, sessionFixture } from './testing/session-fixture.ts';
import { writtenClaim } from './session-claim.ts';
import { createWalkClock } from './walk-clock.ts';
import { begin } from './walk-transitions.ts';
import type { Definition } from '@workflow/workflow-model';

const input = component('in', 'input', { placeholders: [{ key: 'a', type: 'NUMBER' }] });
const request = (id: string) => component(id, 'http-request', { url: `http://server/${id}` });

function walkOf(
  definition: Definition,
  overrides: Parameters<typeof sessionFixture>[1] = {},
  workflow = prepareWorkflow(definition, 'in'),
) {
  const { deps, store } = sessionFixture(definition, overrides);
  const session = claimedSession();
  const abort = new AbortController();
  const results = deps.results.open(session.organizationId);
  const fence = { sessionId: session.id, claimNumber: 1 };
  const resources: WalkResources = {
    session,
    workflow,
    deps,
    fence,
    claim: writtenClaim(store, fence),
    secrets: new SessionSecrets(deps.secretSource, session.organizationId, results),
    sensitive: new SessionSensitive(session, workflow.sensitivity, workflow.components),
    results,
    clock: createWalkClock(session, deps.now),
    signal: abort.signal,
  };
  const state = begin({ workflow, session, placeholders: { a: 1 }, limits: deps.limits }, deps.now());
  return { run: () => runWalk(state, resources), abort, store };
}

test('a workflow without effects is walked in one go: no promise, no timer', async () => {
  const definition = {
    components: [
      input,
      component('copy', 'transform', { expression: 'a', type: 'NUMBER' }, { output: 'copy' }),
      component('if', 'condition', { expression: 'copy' }),
      component('out', 'output', { value: '{{ copy }}' }),
    ],
    connections: connections('in>copy', 'copy>if', 'if.true>out'),
  };
  const workflow = prepareWorkflow(definition, 'in');
  // The first walk compiles what the later ones use.
  void walkOf(definition, {}, workflow).run();
  // The time slice never ends, even on a slow machine.
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  await nextSlice();
  hasTimeLeft();
  const { run } = walkOf(definition, {}, workflow);
  const timers: string[] = [];
  const hook = createHook({ init: (_id, type) => timers.push(type) });
  const setTimeout = jest.spyOn(globalThis, 'setTimeout');
  hook.enable();
  const outcome = run();
  hook.disable();
  expect(outcome).toMatchObject({ kind: 'succeeded', output: 1 });
  expect(timers).toEqual([]);
  expect(setTimeout).not.toHaveBeenCalled();
  setTimeout.mockRestore();
  now.mockRestore();
});

test('leaves no timer behind, whatever was under way when the session ended', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const sent = Promise.withResolvers<void>();
  const http = httpFrom(() => {
    sent.resolve();
    return new Promise(() => undefined);
  });
  const { run, abort } = walkOf(
    { components: [input, request('a'), request('b')], connections: connections('in>a', 'in>b') },
    { http },
  );
  const outcome = run();
  await sent.promise;
  expect(timers()).toBeGreaterThan(before);
  abort.abort(new Error('lost'));
  expect(await outcome).toEqual({ kind: 'lost' });
  expect(timers()).toBe(before);
});

test('an effect whose commit is answered after the end does not begin', async () => {
  let calls = 0;
  const { run, abort, store } = walkOf(chain(input, request('a')), {
    http: httpFrom(() => ({ status: (calls += 1) })),
  });
  const answer = Promise.withResolvers<boolean>();
  store.beforeWrite = () => answer.promise;
  const outcome = run();
  await new Promise(setImmediate);
  abort.abort(new Error('lost'));
  answer.resolve(true);
  expect(await outcome).toEqual({ kind: 'lost' });
  await new Promise(setImmediate);
  expect(calls).toBe(0);
});

test('writes follow each other, so that none overtakes the steps that it builds on', async () => {
  const { run, store } = walkOf({
    components: [input, request('a'), request('b')],
    connections: connections('in>a', 'in>b'),
  });
  const answer = Promise.withResolvers<boolean>();
  const writes: string[][] = [];
  store.beforeWrite = (steps) => {
    writes.push(steps.map(({ componentId, status }) => `${componentId} ${status}`));
    return writes.length === 1 ? answer.promise : true;
  };
  const outcome = run();
  await new Promise(setImmediate);
  expect(writes).toEqual([['in SUCCEEDED', 'a RUNNING']]);
  answer.resolve(true);
  expect(await outcome).toMatchObject({ kind: 'succeeded' });
  expect(writes[1]).toEqual(['b RUNNING']);
});

test('an internal error ends the session, and only the log shows its cause', async () => {
  const { run, store } = walkOf(chain(input, request('a')));
  store.beforeWrite = () => {
    throw new Error('password=hunter2');
  };
  const outcome = await run();
  expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'INTERNAL_ERROR', componentId: null } });
  expect(JSON.stringify(outcome)).not.toContain('hunter2');
});
