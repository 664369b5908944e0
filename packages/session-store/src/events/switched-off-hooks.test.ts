import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { locksWaitedFor, useTestStore, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

const ATTEMPT = { at: new Date().toISOString(), httpStatus: 410, error: null, durationMs: 1 };

test('an event that is written while its hook is switched off is dropped like all open deliveries', async () => {
  const { store } = database;
  const organizationId = randomUUID();
  await store.management.organization(organizationId).createEventHook(
    { type: 'system', id: null, name: 'test' },
    {
      url: 'https://example.com',
      events: ['session.succeeded'],
      workflowIds: null,
    },
  );
  const end = async () => {
    const { fence } = await runningSession(store, { organizationId });
    await store.execution.end(fence, { kind: 'succeeded', output: null }, []);
  };
  await end();
  await store.events.spread();
  const [delivery] = await database.sql<{ id: string; hookId: string }>(
    'SELECT id, hook_id AS "hookId" FROM event_deliveries',
  );
  await end();
  const holder = await database.connect();
  await holder.query('BEGIN; LOCK TABLE event_bodies IN EXCLUSIVE MODE');
  // The transaction has read the hooks, and waits to write the body.
  const spreading = store.events.spread();
  await waitFor(async () => (await locksWaitedFor(database)) === 1);
  const recording = store.events.recordAttempt(delivery!, { kind: 'gone' }, ATTEMPT);
  let isRecorded = false;
  void recording.then(() => (isRecorded = true));
  await waitFor(async () => isRecorded || (await locksWaitedFor(database)) === 2);
  await holder.query('COMMIT');
  await Promise.all([spreading, recording]);
  expect(await database.sql('SELECT status::text FROM event_deliveries')).toEqual([
    { status: 'FAILED' },
    { status: 'FAILED' },
  ]);
});
