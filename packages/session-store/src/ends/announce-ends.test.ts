import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

const SYSTEM = { type: 'system', id: null, name: 'test' } as const;
const SUCCEEDED = { kind: 'succeeded' as const, output: null };

test('the ends of PROD sessions without a parent are announced, where the organization has a hook', async () => {
  const { execution, management, dispatch } = database.store;
  const [organizationId, withoutHook] = [randomUUID(), randomUUID()];
  const target = await publishedWorkflow(database, organizationId);
  await management.organization(organizationId).createEventHook(SYSTEM, {
    url: 'https://example.com',
    events: ['session.succeeded'],
    workflowIds: null,
  });
  const [parent, testRun, elsewhere] = [
    await runningSession(database.store, { organizationId }),
    await runningSession(database.store, { organizationId, mode: 'TEST' }),
    await runningSession(database.store, { organizationId: withoutHook }),
  ];
  const child = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  await execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, [child]);
  await dispatch.enqueueBacklog({ maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 }, 10);
  const claimed = await execution.claim({ sessionId: child.id, executorId: parent.executorId });
  const fences = [{ sessionId: child.id, claimNumber: claimed?.claimNumber ?? 0 }, testRun.fence, elsewhere.fence];
  for (const fence of [...fences, parent.fence]) expect(await execution.end(fence, SUCCEEDED, [])).toBe(true);
  expect(await database.sql('SELECT session_id AS id FROM session_events')).toEqual([{ id: parent.session.id }]);
});
