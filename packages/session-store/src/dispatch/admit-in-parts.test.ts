import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';

/** One round serves several organizations in one transaction, so it admits a bounded number of sessions. */

const KEYS = 4;
const SESSIONS_OF_KEY = 300;
const MAX_ADMITTED_IN_ALL = 1_000;
const MAX_KEYS = 500;

const database = useTestStore();

const count = async (stage: string): Promise<number> => {
  const rows = await database.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM flow_entries WHERE stage = $1::flow_stage',
    [stage],
  );
  return rows[0]!.count;
};

test.each(['queue', 'skip'] as const)(
  'admits a part of many sessions, and the rest in the next rounds, where the limit is to %s',
  async (onLimit) => {
    const { intake, dispatch } = database.store;
    const organizationId = randomUUID();
    const flow = { concurrency: { key: 'k', limit: SESSIONS_OF_KEY, onLimit } };
    const workflow = await publishedWorkflow(database, organizationId, flow);
    const before = await count('STARTED');
    const accepted = Array.from({ length: KEYS * SESSIONS_OF_KEY }, (_, index) =>
      intake.accept(
        newSession({
          organizationId,
          ...workflow,
          enqueue: false,
          flow: { concurrencyKey: `"${index % KEYS}"`, orderKey: '' },
        }),
      ),
    );
    await Promise.all(accepted);
    expect(await dispatch.admitHeld()).toMatchObject({ admitted: MAX_ADMITTED_IN_ALL });
    expect(await dispatch.admitHeld()).toMatchObject({ admitted: KEYS * SESSIONS_OF_KEY - MAX_ADMITTED_IN_ALL });
    expect([(await count('STARTED')) - before, await count('AT_LIMIT')]).toEqual([KEYS * SESSIONS_OF_KEY, 0]);
  },
);

test('handles a part of the keys that changed, and the others in the next round', async () => {
  const { intake, dispatch } = database.store;
  const organizationId = randomUUID();
  const workflow = await publishedWorkflow(database, organizationId, { concurrency: { key: 'k', limit: 1 } });
  const accepted = Array.from({ length: MAX_KEYS + 1 }, (_, index) =>
    intake.accept(
      newSession({
        organizationId,
        ...workflow,
        enqueue: false,
        flow: { concurrencyKey: `"${index}"`, orderKey: '' },
      }),
    ),
  );
  await Promise.all(accepted);
  expect(await dispatch.admitHeld()).toMatchObject({ admitted: MAX_KEYS });
  expect(await dispatch.admitHeld()).toMatchObject({ admitted: 1 });
});
