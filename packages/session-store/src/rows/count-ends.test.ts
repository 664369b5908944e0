import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { type TestStore, openTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';
import type { SessionStore } from '../open-session-store.ts';

let database: TestStore;
let store: SessionStore;
beforeAll(async () => {
  database = await openTestStore();
  store = database.store;
});
afterAll(() => database.close());

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100 };
const ERROR = { code: 'X', message: 'x', componentId: null };

test('counts each session once, by its last end: cancelled while waiting, retried, children; TEST apart', async () => {
  const organizationId = randomUUID();
  const sums = async (mode?: 'PROD' | 'TEST'): Promise<number[]> => {
    await store.dispatch.reconcile(POLICY);
    const { perMinute, sleeping } = await store.sessions.queries.overview(organizationId, 60, mode);
    const sum = (key: 'succeeded' | 'failed' | 'cancelled') => perMinute.reduce((all, each) => all + each[key], 0);
    return [sum('succeeded'), sum('failed'), sum('cancelled'), sleeping];
  };
  const target = await publishedWorkflow(database, organizationId);
  const parent = await runningSession(store, { organizationId });
  const children = [0, 1].map((iteration) => ({ id: newSession().id, ...target, placeholderValues: {}, iteration }));
  await store.execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, children);
  await store.execution.end(parent.fence, { kind: 'waiting', dueAt: null, childrenSeen: 0 }, []);
  expect(await sums()).toEqual([0, 0, 0, 1]);
  await store.sessions.commands.cancel(organizationId, parent.session.id);
  expect(await sums()).toEqual([0, 0, 3, 0]);

  const failed = await runningSession(store, { organizationId });
  const retry = { from: 'start', version: 'pinned', enqueue: true } as const;
  const runAgain = async (claimNumber: number) => {
    await store.sessions.commands.retry(organizationId, failed.session.id, retry);
    await store.execution.claim({ sessionId: failed.session.id, executorId: failed.executorId });
    return { sessionId: failed.session.id, claimNumber };
  };
  await store.execution.end(failed.fence, { kind: 'failed', error: ERROR }, []);
  // Before the first end was counted, and after the second was.
  await store.execution.end(await runAgain(2), { kind: 'failed', error: ERROR }, []);
  expect(await sums()).toEqual([0, 1, 3, 0]);
  await store.execution.end(await runAgain(3), { kind: 'succeeded', output: null }, []);
  expect(await sums()).toEqual([1, 0, 3, 0]);

  const inBacklog = newSession({ organizationId, enqueue: false });
  await store.intake.accept(inBacklog);
  await store.sessions.commands.cancel(organizationId, inBacklog.id);
  const test = await runningSession(store, { organizationId, mode: 'TEST' });
  await store.execution.end(test.fence, { kind: 'failed', error: ERROR }, []);
  expect([await sums('PROD'), await sums('TEST')]).toEqual([
    [1, 0, 4, 0],
    [0, 1, 0, 0],
  ]);
});
