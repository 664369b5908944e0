import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { keyedBy } from '../../test/keyed-by.ts';
import { useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const error = { code: 'CODE_ERROR', message: 'no', componentId: null };
const database = useTestStore();

interface Started {
  id: string;
  workflow_id: string;
  trigger: string;
  placeholder_values: JsonObject;
  enqueued_at: Date | null;
}

/** Creates an organization with a workflow that fails, and one whose trigger receives failures. */
async function organization({ all = true, output = 'failure' as string | null, flow = false } = {}) {
  const organizationId = randomUUID();
  const failing = await publishedWorkflow(database, organizationId);
  const limit = flow ? { concurrency: { limit: 1 } } : undefined;
  const handler = await publishedWorkflow(database, organizationId, limit as never);
  await database.sql(
    `INSERT INTO error_triggers (workflow_id, component_id, organization_id, definition_id, workflow_version, output,
      all_workflows, workflow_ids) VALUES ($1, $2, $3, $4, 1, $5, $6, $7)`,
    [
      handler.workflowId,
      handler.componentId,
      organizationId,
      handler.definitionId,
      output,
      all,
      all ? [] : [failing.workflowId],
    ],
  );
  const started = async (store = database.store) => {
    while ((await store.failures.start()) > 0);
    return database.sql<Started>(
      `SELECT * FROM sessions WHERE organization_id = $1 AND workflow_id = $2 AND trigger = 'ERROR' ORDER BY id`,
      [organizationId, handler.workflowId],
    );
  };
  const run = (of = failing, more: object = {}) => runningSession(database.store, { organizationId, ...of, ...more });
  const fail = async (...args: Parameters<typeof run>) => {
    const { session, fence } = await run(...args);
    await database.store.execution.end(fence, { kind: 'failed', error }, []);
    return session;
  };
  return { organizationId, failing, handler, started, run, fail };
}

test('a failure puts the session of its error trigger in the backlog, with the failed session as shown', async () => {
  const { handler, started, fail } = await organization();
  const session = await fail();
  const [handling, ...furtherSessions] = await started();
  expect([handling?.workflow_id, handling?.enqueued_at, furtherSessions]).toEqual([handler.workflowId, null, []]);
  expect(handling?.placeholder_values).toMatchObject({
    'failure.id': session.id,
    'failure.workflowId': session.workflowId,
    'failure.status': 'FAILED',
    'failure.trigger': session.trigger,
    'failure.error.code': 'CODE_ERROR',
    'failure.error.message': 'no',
    'failure.finishedAt': expect.stringMatching(/^\d{4}-/),
  });
});

test('each of a hundred failures in one batch starts exactly one session', async () => {
  const { started, run } = await organization();
  const sessions = [];
  for (let n = 0; n < 100; n += 1) sessions.push(await run());
  const written = await Promise.all(
    sessions.map(({ fence }) => database.store.execution.end(fence, { kind: 'failed', error }, [])),
  );
  expect(written.every(Boolean)).toBe(true);
  // The end is written again because its answer was lost. This must not start anything.
  await database.store.execution.end(sessions[0]!.fence, { kind: 'failed', error }, []);
  const failed = (await started()).map(({ placeholder_values: values }) => values['failure.id']);
  expect(failed.toSorted()).toEqual(sessions.map(({ session }) => session.id).toSorted());
});

test('successes, TEST sessions, other organizations and workflows that were not chosen start nothing', async () => {
  const { organizationId, started, run, fail } = await organization({ all: false });
  const { fence } = await run();
  await database.store.execution.end(fence, { kind: 'succeeded', output: null }, []);
  await fail(undefined, { mode: 'TEST' });
  await fail(await publishedWorkflow(database, organizationId));
  const elsewhere = await publishedWorkflow(database, randomUUID());
  await fail(elsewhere, { organizationId: randomUUID() });
  expect(await started()).toEqual([]);
  await fail();
  expect(await started()).toHaveLength(1);
});

test('failures of sessions that an error trigger started, and of their descendants, start nothing', async () => {
  const { started, run, fail, failing } = await organization();
  await fail(undefined, { trigger: 'ERROR' });
  const root = await run(undefined, { trigger: 'ERROR' });
  const child = await childOf(root, failing);
  await database.store.execution.end(child.fence, { kind: 'failed', error }, []);
  expect(await started()).toEqual([]);
});

test.each([
  ['waits', true, 0],
  ['does not wait', false, 1],
])('a child whose parent %s', async (_what, waits, count) => {
  const { organizationId, started, run, failing } = await organization();
  const parent = await publishedWorkflow(database, organizationId);
  const starter = { id: randomUUID(), type: 'run-workflow', config: { wait: waits } };
  await database.sql(`UPDATE definitions SET content = jsonb_set(content, '{components,1}', $2, true) WHERE id = $1`, [
    parent.definitionId,
    JSON.stringify(starter),
  ]);
  const child = await childOf(await run(parent), failing, starter.id);
  await database.store.execution.end(child.fence, { kind: 'failed', error }, []);
  expect(await started()).toHaveLength(count);
});

test('a session of an error trigger is held under its flow key, and has no value without an output', async () => {
  const limited = await organization({ flow: true, output: null });
  const keyed = database.another({ startRulesOf: keyedBy(() => ({ concurrencyKey: '"k"', orderKey: '' })) });
  const { fence } = await limited.run();
  await keyed.execution.end(fence, { kind: 'failed', error }, []);
  const [held] = await limited.started(keyed);
  expect(held?.placeholder_values).toEqual({});
  expect(await database.sql('SELECT FROM flow_entries WHERE session_id = $1', [held?.id])).toHaveLength(1);
});

test('large values are left out', async () => {
  const { started, fail } = await organization();
  const placeholderValuesJson = JSON.stringify({ text: 'x'.repeat(100_000) });
  await fail(undefined, { placeholderValuesJson });
  expect((await started())[0]?.placeholder_values).toMatchObject({
    'failure.placeholderValues': {},
    'failure.truncated': true,
    'failure.error.code': 'CODE_ERROR',
  });
});

/** Creates a running child. */
async function childOf(
  parent: Awaited<ReturnType<typeof runningSession>>,
  { workflowId, componentId }: { workflowId: string; componentId: string },
  startedBy: string = randomUUID(),
) {
  const { execution } = database.store;
  const id = randomUUID();
  const child = { id, workflowId, componentId, placeholderValues: {}, iteration: 0 };
  const outcome = await execution.startChildren(parent.fence, { componentId: startedBy, run: 1 }, [child]);
  if (outcome.kind !== 'started') throw new Error(JSON.stringify(outcome));
  await database.sql(
    `WITH s AS (UPDATE sessions SET enqueued_at = now() WHERE id = $1)
      INSERT INTO enqueued_batches (id, session_ids) VALUES ($2, ARRAY[$1::uuid])`,
    [id, randomUUID()],
  );
  const claimed = await execution.claim({ sessionId: id, executorId: parent.executorId });
  if (claimed === null) throw new Error('the child could not be claimed');
  return { fence: { sessionId: id, claimNumber: claimed.claimNumber } };
}
