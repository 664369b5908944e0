import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ClaimedSession, SessionStore } from '@workflow/session-store';
import { createSessionStore, timeOrderedId } from '@workflow/session-store';
import type { TestDatabase } from '@workflow/test-harness';
import { createOrganization, createTestDatabase, waitFor } from '@workflow/test-harness';
import type { Component, Definition, JsonObject } from '@workflow/workflow-model';
import type { HttpClient } from '@workflow/outbound';
import { recordOutcome } from './session-outcome.ts';
import { runSession } from './run-session.ts';
import { fenceOf, writtenClaim } from './session-claim.ts';
import type { SessionDependencies } from './session-dependencies.ts';
import { httpFrom, sessionFixture } from './testing/session-fixture.ts';
import { createWorkflowCache } from './workflow-cache.ts';

const EXECUTOR_DEAD_AFTER_MS = 300;
const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };

let database: TestDatabase;
let store: SessionStore;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  organizationId = (await createOrganization(database.databaseUrl)).id;
  store = createSessionStore({
    databaseUrl: database.databaseUrl,
    poolSize: 5,
    statementTimeoutMs: 5_000,
    lockTimeoutMs: 5_000,
    connectTimeoutMs: 3_000,
    transactionTimeoutMs: 30_000,
    lingerMs: 0,
    maxPending: 1_000,
    maxPendingCharacters: 1e6,
    secretsKey: randomBytes(32),
    executorDeadAfterMs: EXECUTOR_DEAD_AFTER_MS,
  });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

function component(type: string, config: JsonObject, more: Partial<Component> = {}): Component {
  return { id: randomUUID(), type, config, ...more };
}

function chain(...components: Component[]): Definition {
  return {
    components,
    connections: components
      .slice(1)
      .map((to, index) => ({ from: (components[index] as Component).id, port: 'next', to: to.id })),
  };
}

function dependencies(http: HttpClient = httpFrom(() => ({}))): SessionDependencies {
  const { deps } = sessionFixture({ components: [], connections: [] }, { http });
  return {
    ...deps,
    store: store.execution,
    workflows: createWorkflowCache(store.execution, { definitions: 10, bytes: 1e6 }),
    secretSource: { ...deps.secretSource, revealSecret: store.lookups.revealSecret },
  };
}

/** Creates a draft and accepts a session of it. */
async function accept(definition: Definition, placeholderValues: JsonObject = {}) {
  const draft = await store.management
    .organization(organizationId)
    .createWorkflow({ type: 'system', id: null, name: 'test' }, { name: 'Test', description: '', ...definition });
  const snapshot = await store.lookups.snapshotDraft(organizationId, draft.id);
  const id = timeOrderedId();
  const componentId = (definition.components[0] as Component).id;
  await store.intake.accept({
    id,
    organizationId,
    workflowId: draft.id,
    definitionId: snapshot?.definitionId as string,
    workflowVersion: null,
    componentId,
    trigger: 'API',
    mode: 'TEST',
    placeholderValuesJson: JSON.stringify(placeholderValues),
    unchangedByJsonb: true,
    startedBy: null,
    enqueue: true,
  });
  return { id, workflowId: draft.id, componentId };
}

/** Claims as an executor without heartbeats. */
async function claim(sessionId: string): Promise<ClaimedSession | null> {
  const executorId = randomUUID();
  await store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
  return store.execution.claim({ sessionId, executorId });
}

function run(claimed: ClaimedSession, deps: SessionDependencies, signal = new AbortController().signal) {
  return runSession(claimed, deps, signal, writtenClaim(store.execution, fenceOf(claimed)));
}

/** Runs everything that can be claimed, as executors and dispatcher do, until the session is terminal. */
async function drive(sessionId: string, deps: SessionDependencies) {
  const open = new Set([sessionId]);
  await waitFor(async () => {
    await store.dispatch.reconcile(POLICY);
    for (const fed of await store.dispatch.enqueueBacklog(POLICY, 100)) open.add(fed.sessionId);
    for (const id of open) {
      const claimed = await claim(id);
      if (claimed === null) continue;
      await recordOutcome(store.execution, fenceOf(claimed), await run(claimed, deps));
    }
    return (await store.sessions.queries.ended([sessionId])).length === 1;
  });
  return (await store.sessions.queries.find(organizationId, sessionId)) as NonNullable<
    Awaited<ReturnType<typeof store.sessions.queries.find>>
  >;
}

test('a session without effects ends with its steps in PostgreSQL', async () => {
  const definition = chain(
    component('input', { placeholders: [{ key: 'a', type: 'NUMBER' }] }),
    component('transform', { expression: 'a * 2', type: 'NUMBER' }, { output: 'twice' }),
    component('output', { value: { twice: '{{ twice }}' } }),
  );
  const { id } = await accept(definition, { a: 21 });
  expect(await drive(id, dependencies())).toMatchObject({ status: 'SUCCEEDED', output: { twice: 42 } });
  expect(
    (await store.sessions.queries.stepPage(organizationId, id))?.items.map(({ status, output }) => [status, output]),
  ).toEqual([
    ['SUCCEEDED', { a: 21 }],
    ['SUCCEEDED', 42],
    ['SUCCEEDED', { twice: 42 }],
  ]);
});

test('characters that PostgreSQL does not accept are replaced, and the session ends', async () => {
  const http = httpFrom(() => ({ headers: { 'content-type': 'text/plain' }, body: Buffer.from('a\0b') }));
  const request = component('http-request', { method: 'GET', url: 'http://server/' }, { output: 'r' });
  const { id } = await accept(
    chain(component('input', { placeholders: [] }), request, component('output', { value: '{{ r.body }}' })),
  );
  expect(await drive(id, dependencies(http))).toMatchObject({ status: 'SUCCEEDED', output: 'a\uFFFDb' });
});

test('after the executor was lost another one continues at the committed steps with the same key', async () => {
  const first = component('http-request', { method: 'POST', url: 'http://server/first' }, { output: 'first' });
  const second = component('http-request', { method: 'POST', url: 'http://server/second' }, { output: 'second' });
  const { id } = await accept(
    chain(
      component('input', { placeholders: [] }),
      first,
      second,
      component('output', { value: '{{ second.status }}' }),
    ),
  );
  const calls: string[] = [];
  const dies = new AbortController();
  const hanging = httpFrom((call, signal) => {
    calls.push(`${call.url.pathname} ${call.headers['idempotency-key']}`);
    if (call.url.pathname === '/first') return {};
    dies.abort(new Error('killed'));
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const claimed = (await claim(id)) as ClaimedSession;
  expect(await run(claimed, dependencies(hanging), dies.signal)).toEqual({ kind: 'lost' });
  const session = await drive(
    id,
    dependencies(
      httpFrom((call) => {
        calls.push(`${call.url.pathname} ${call.headers['idempotency-key']}`);
        return {};
      }),
    ),
  );
  expect(session).toMatchObject({ status: 'SUCCEEDED', output: 200 });
  expect(calls).toEqual([
    `/first ${id}:1:${first.id}:0`,
    `/second ${id}:1:${second.id}:0`,
    `/second ${id}:1:${second.id}:0`,
  ]);
  const steps = (await store.execution.readSteps(claimed.organizationId, id, 1)).filter(
    (step) => step.componentId === second.id,
  );
  expect(steps.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 'CANCELLED'],
    [2, 'SUCCEEDED'],
  ]);
});

test('a cancelled session writes nothing more', async () => {
  const { id } = await accept(
    chain(
      component('input', { placeholders: [] }),
      component('http-request', { method: 'POST', url: 'http://server/' }),
    ),
  );
  const claimed = (await claim(id)) as ClaimedSession;
  let calls = 0;
  const http = httpFrom(async () => {
    calls += 1;
    await store.sessions.commands.cancel(organizationId, id);
    return {};
  });
  const outcome = await run(claimed, dependencies(http));
  expect(await recordOutcome(store.execution, fenceOf(claimed), outcome)).toBe(false);
  expect(calls).toBe(1);
  expect(await store.sessions.queries.find(organizationId, id)).toMatchObject({ status: 'CANCELLED' });
});

test('a delay frees the slot and continues when due', async () => {
  const { id } = await accept(
    chain(
      component('input', { placeholders: [] }),
      component('delay', { seconds: 0.2 }),
      component('output', { value: 'late' }),
    ),
  );
  expect(await drive(id, dependencies())).toMatchObject({ status: 'SUCCEEDED', output: 'late' });
});

test('a parent waits for the children of run-workflow and for-each, and takes their outputs', async () => {
  const child = await accept(
    chain(
      component('input', { placeholders: [{ key: 'n', type: 'NUMBER' }] }),
      component('output', { value: '{{ n * 10 }}' }),
    ),
    { n: 0 },
  );
  const target = { workflowId: child.workflowId, componentId: child.componentId };
  const { id } = await accept(
    chain(
      component('input', { placeholders: [{ key: 'n', type: 'NUMBER' }] }),
      component('run-workflow', { ...target, placeholderValues: { n: '{{ n }}' }, wait: true }, { output: 'one' }),
      component(
        'for-each',
        { ...target, items: '{{ [1, 2, 3, 4, 5] }}', itemKey: 'n', concurrency: 2 },
        { output: 'all' },
      ),
      component('output', { value: { one: '{{ one.output }}', all: '{{ all }}' } }),
    ),
    { n: 7 },
  );
  expect(await drive(id, dependencies())).toMatchObject({
    status: 'SUCCEEDED',
    output: { one: 70, all: [10, 20, 30, 40, 50] },
  });
});

test('a child of a workflow that is not there fails the step', async () => {
  const { id } = await accept(
    chain(
      component('input', { placeholders: [] }),
      component('run-workflow', { workflowId: randomUUID(), componentId: randomUUID(), wait: true }),
    ),
  );
  expect(await drive(id, dependencies())).toMatchObject({
    status: 'FAILED',
    error: { code: 'ENTITY_NOT_FOUND', errorId: expect.any(String) },
  });
});
