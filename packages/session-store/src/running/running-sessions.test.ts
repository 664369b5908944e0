import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SessionStore } from '../contract.ts';
import { newSession, newStep, openTestStore, runningSession } from '../test/open-test-store.ts';
import type { TestStore } from '../test/open-test-store.ts';

let database: TestStore;
let store: SessionStore;

beforeAll(async () => {
  database = await openTestStore();
  store = database.store;
});
afterAll(() => database.close());

test('a session goes from accepted to succeeded with its steps', async () => {
  const { session, claimed, fence } = await runningSession(store);
  expect(claimed).toMatchObject({ ...fence.sessionId && {}, id: session.id, attempt: 1, run: 1, crashes: 0, resumed: false, placeholderValues: { name: 'Ann' } });
  expect(claimed.ranMs).toBeGreaterThanOrEqual(0);
  const begun = newStep({ status: 'RUNNING', port: null, output: null, finishedAt: null });
  expect(await store.sessions.recordSteps(fence, [begun])).toBe(true);
  const done = { ...begun, status: 'SUCCEEDED' as const, port: 'next', output: { status: 200, text: 'a"b\\c' }, finishedAt: new Date() };
  const last = newStep({ startedAt: new Date(begun.startedAt.getTime() + 1) });
  expect(await store.sessions.end(fence, { kind: 'succeeded', output: { total: 3 } }, [done, last])).toBe(true);
  expect(await store.sessions.readSteps(session.id, 1)).toEqual([done, last]);
  expect(await store.views.find(session.organizationId, session.id)).toMatchObject({ status: 'SUCCEEDED', output: { total: 3 }, error: null, startedAt: expect.any(String), finishedAt: expect.any(String) });
  expect(await store.sessions.readEnded([session.id, randomUUID()])).toEqual([{ id: session.id, organizationId: session.organizationId, status: 'SUCCEEDED', output: { total: 3 }, error: null }]);
  expect(await store.sessions.end(fence, { kind: 'failed', error: { code: 'X', message: 'x', componentId: null } }, [])).toBe(false);
});

test('of two claimers one gets the session', async () => {
  const session = newSession();
  await store.sessions.accept(session);
  const other = database.another();
  const executors = [randomUUID(), randomUUID()];
  for (const id of executors) await store.executors.register({ id, host: 'test', concurrency: 1 });
  const claims = await Promise.all([
    store.sessions.claim({ sessionId: session.id, executorId: executors[0] as string }),
    store.sessions.claim({ sessionId: session.id, executorId: executors[0] as string }),
    other.sessions.claim({ sessionId: session.id, executorId: executors[1] as string }),
  ]);
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
});
