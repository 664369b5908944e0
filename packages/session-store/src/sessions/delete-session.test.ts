import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { newStep, useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

const ADMIN = { type: 'user', id: randomUUID(), name: 'admin@example.com' } as const;

/** Creates a session that ended, with an idempotency key, one step, and a child that ended as well. */
async function endedWithChild(organizationId: string) {
  const { execution, dispatch } = database.store;
  const target = await publishedWorkflow(database, organizationId);
  const idempotency = { key: randomUUID(), bodyHash: randomBytes(32), response: 'answer' };
  const { session, fence, executorId } = await runningSession(database.store, { organizationId, idempotency });
  const child = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  await execution.startChildren(fence, { componentId: session.componentId, run: 1 }, [child]);
  await dispatch.enqueueBacklog({ maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 }, 10);
  const claimed = await execution.claim({ sessionId: child.id, executorId });
  const fences = [{ sessionId: child.id, claimNumber: claimed?.claimNumber ?? 0 }, fence];
  for (const one of fences) await execution.end(one, { kind: 'succeeded', output: null }, [newStep()]);
  return { id: session.id, childId: child.id, key: idempotency.key };
}

/** Returns the remaining ids in a column. */
async function remainingIds(table: string, column: string): Promise<Set<string>> {
  const rows = await database.sql<{ id: string }>(`SELECT ${column} AS id FROM ${table}`);
  return new Set(rows.map(({ id }) => id));
}

test('deletes a session with its children, steps and stored answer, and nothing else', async () => {
  const [organizationId, neighbour] = [randomUUID(), randomUUID()];
  const [deleted, otherSession, ofOtherOrganization] = [
    await endedWithChild(organizationId),
    await endedWithChild(organizationId),
    await endedWithChild(neighbour),
  ];
  const { commands } = database.store.sessions;
  expect(await commands.delete(neighbour, ADMIN, deleted.id)).toEqual({ kind: 'not-found' });
  expect(await commands.delete(organizationId, ADMIN, deleted.id)).toEqual({ kind: 'deleted' });
  while (await database.store.trees.deleteParts());
  const remainingSessions = new Set([
    otherSession.id,
    otherSession.childId,
    ofOtherOrganization.id,
    ofOtherOrganization.childId,
  ]);
  expect(await remainingIds('sessions', 'id')).toEqual(remainingSessions);
  expect(await remainingIds('steps', 'session_id')).toEqual(remainingSessions);
  expect(await remainingIds('idempotency_keys', 'key')).toEqual(new Set([otherSession.key, ofOtherOrganization.key]));
});
