import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { keyedBy } from '../../test/keyed-by.ts';
import { openTestStore, publishedWorkflow, runningSession, type TestStore } from '../../test/open-test-store.ts';

let database: TestStore;
let computed: JsonObject[] = [];
let openTransactions: number[] = [];
/** Called once while a key is computed. */
let meanwhile: (() => Promise<unknown>) | null = null;

beforeAll(async () => {
  database = await openTestStore({
    startRulesOf: keyedBy(async (_definition, values) => {
      const [row] = await database.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      const todo = meanwhile;
      meanwhile = null;
      await todo?.();
      computed.push(values);
      openTransactions.push(row?.count ?? 0);
      return { concurrencyKey: JSON.stringify(values['key']), orderKey: '' };
    }),
  });
});
afterAll(() => database.close());

const FAILED = { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };

/** Creates a failed session of a limited workflow. */
async function failedSession(organizationId: string, key: string): Promise<string> {
  const target = await publishedWorkflow(database, organizationId, { concurrency: { limit: 1 } });
  const placeholderValuesJson = JSON.stringify({ key });
  const { session, fence } = await runningSession(database.store, { organizationId, ...target, placeholderValuesJson });
  await database.store.execution.end(fence, FAILED, []);
  return session.id;
}

const keysOf = (ids: string[]) =>
  database.sql<{ key: string }>(
    `SELECT concurrency_key AS key FROM flow_entries WHERE session_id = ANY ($1) ORDER BY concurrency_key`,
    [ids],
  );

function forget(): void {
  computed = [];
  openTransactions = [];
}

test('the keys of children are computed while no transaction is open', async () => {
  forget();
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId, { concurrency: { limit: 1 } });
  const { session, fence } = await runningSession(database.store, { organizationId });
  const children = ['a', 'b'].map((key, iteration) => ({
    id: newSession().id,
    ...target,
    placeholderValues: { key },
    iteration,
  }));
  const parent = { componentId: session.componentId, run: 1 };
  expect(await database.store.execution.startChildren(fence, parent, children)).toEqual({ kind: 'started' });
  expect(await keysOf(children.map(({ id }) => id))).toEqual([{ key: '"a"' }, { key: '"b"' }]);
  expect(computed).toEqual([{ key: 'a' }, { key: 'b' }]);
  expect(openTransactions).toEqual([0, 0]);
});

test('the key of a retried session is computed while no transaction is open', async () => {
  const organizationId = randomUUID();
  const id = await failedSession(organizationId, 'c');
  forget();
  const options = { from: 'start', version: 'pinned', enqueue: false } as const;
  expect(await database.store.sessions.commands.retry(organizationId, id, options)).toMatchObject({ kind: 'retried' });
  expect(await keysOf([id])).toEqual([{ key: '"c"' }]);
  expect(computed).toEqual([{ key: 'c' }]);
  expect(openTransactions).toEqual([0]);
});

test('a version that is published while the key is computed has its own computed', async () => {
  const organizationId = randomUUID();
  const id = await failedSession(organizationId, 'd');
  const [session] = await database.sql<{ workflow: string }>(
    'SELECT workflow_id AS workflow FROM sessions WHERE id = $1',
    [id],
  );
  forget();
  const otherWorkflow = await publishedWorkflow(database, organizationId, { concurrency: { limit: 2 } });
  meanwhile = () =>
    database.sql('UPDATE workflow_versions SET definition_id = $2 WHERE workflow_id = $1', [
      session?.workflow,
      otherWorkflow.definitionId,
    ]);
  const options = { from: 'start', version: 'latest', enqueue: false } as const;
  expect(await database.store.sessions.commands.retry(organizationId, id, options)).toMatchObject({ kind: 'retried' });
  expect(await keysOf([id])).toEqual([{ key: '"d"' }]);
  expect(openTransactions).toEqual([0, 0]);
});
