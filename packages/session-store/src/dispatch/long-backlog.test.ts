import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';

const WAITING = 20_000;
const TAKEN = 10;
const ROUNDS = 3;
const POLICY = { maxInFlight: 100, minInFlightPerOrganization: TAKEN * ROUNDS, maxJobValueBytes: 1_024 };

const database = useTestStore();

test('rounds of a dispatcher read what they enqueue, however long the backlog served last is', async () => {
  const organizationId = randomUUID();
  const { workflowId, definitionId, componentId } = await publishedWorkflow(database, organizationId);
  await database.sql(
    `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger,
        mode, status, placeholder_values)
      SELECT id, $1, $2, $3, 1, $4, 'API', 'PROD', 'QUEUED', '{}' FROM unnest($5::uuid[]) AS id`,
    [organizationId, workflowId, definitionId, componentId, Array.from({ length: WAITING }, timeOrderedId)],
  );
  const dispatcher = database.another({ poolSize: 1 });
  const read = async (): Promise<number> => {
    // A connection reports its statistics at most once a second, and at its next statement.
    await dispatcher.ping();
    const [row] = await database.sql<{ read: number }>(
      `SELECT sum(idx_tup_read)::int AS read FROM pg_stat_user_indexes WHERE relname = 'sessions'`,
    );
    return row?.read ?? 0;
  };
  const before = await read();

  for (let round = 0; round < ROUNDS; round += 1) {
    await dispatcher.dispatch.reconcile(POLICY);
    expect(await dispatcher.dispatch.enqueueBacklog(POLICY, TAKEN)).toHaveLength(TAKEN);
  }
  await waitFor(async () => (await read()) - before >= TAKEN * ROUNDS, { what: 'figures', withinMs: 15_000 });
  expect((await read()) - before).toBeLessThan(WAITING / 2);
});
