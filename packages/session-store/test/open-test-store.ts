import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { createTestDatabase, newSession } from '@workflow/test-harness';
import type { Definition, Flow } from '@workflow/workflow-model';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { StepRecord } from '../src/execution/step-record.ts';
import type { NewSession } from '../src/acceptance/new-session.ts';
import { type SessionStore, createSessionStore } from '../src/open-session-store.ts';
import type { SessionStoreOptions } from '../src/session-store-options.ts';
import { REFUSE_OTHER_QUEUED_TRANSITIONS } from './queued-transitions.ts';
import { REFUSE_OTHER_TRANSITIONS } from './session-transitions.ts';

/** So long that no executor counts as dead on a slow machine. Tests set the heartbeat of one that died back. */
const EXECUTOR_DEAD_AFTER_MS = 30_000;

/** A store on a new database that refuses changes of a session's state which are not listed, with plain SQL. */
export interface TestStore {
  store: SessionStore;
  options: SessionStoreOptions;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Opens a separate connection, for a transaction that stays open while others continue. */
  connect(): Promise<pg.Client>;
  /** Opens a second store on the same database, like another process, possibly with other settings. */
  another(changes?: Partial<SessionStoreOptions>): SessionStore;
  close(): Promise<void>;
}

export async function openTestStore(overrides: Partial<SessionStoreOptions> = {}): Promise<TestStore> {
  const { databaseUrl, drop } = await createTestDatabase();
  const options: SessionStoreOptions = {
    databaseUrl,
    poolSize: 10,
    statementTimeoutMs: 10_000,
    lockTimeoutMs: 5_000,
    connectTimeoutMs: 2_000,
    transactionTimeoutMs: 30_000,
    lingerMs: 0,
    maxPending: 10_000,
    maxPendingCharacters: 1e9,
    secretsKey: randomBytes(32),
    executorDeadAfterMs: EXECUTOR_DEAD_AFTER_MS,
    ...overrides,
  };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await pool.query(REFUSE_OTHER_TRANSITIONS + REFUSE_OTHER_QUEUED_TRANSITIONS);
  const stores = [createSessionStore(options)];
  const clients: pg.Client[] = [];
  return {
    store: stores[0] as SessionStore,
    options,
    sql: async <Row extends object>(text: string, values: unknown[] = []) => (await pool.query<Row>(text, values)).rows,
    async connect() {
      const client = new pg.Client({ connectionString: databaseUrl });
      clients.push(client);
      await client.connect();
      return client;
    },
    another(changes = {}) {
      const store = createSessionStore({ ...options, ...changes });
      stores.push(store);
      return store;
    },
    async close() {
      await Promise.all([
        ...stores.map((store) => store.close()),
        ...clients.map((client) => client.end()),
        pool.end(),
      ]);
      await drop();
    },
  };
}

/**
 * Opens a store before the tests of a file, and closes it after them. The returned object and its `store` are empty
 * until then, so use their properties only in tests and hooks.
 */
export function useTestStore(overrides: Partial<SessionStoreOptions> = {}): TestStore {
  const database = { store: {} } as TestStore;
  beforeAll(async () => {
    const { store, ...others } = await openTestStore(overrides);
    Object.assign(database.store, store);
    Object.assign(database, others);
  });
  afterAll(() => database.close());
  return database;
}

/** Counts the statements that wait for a lock. */
export async function locksWaitedFor(test: TestStore): Promise<number> {
  const [row] = await test.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

export function newStep(overrides: Partial<StepRecord> = {}): StepRecord {
  return {
    componentId: randomUUID(),
    run: 1,
    iteration: 0,
    attempt: 1,
    status: 'SUCCEEDED',
    port: 'next',
    input: { a: 1 },
    output: 'done',
    error: null,
    startedAt: new Date(),
    finishedAt: new Date(),
    ...overrides,
  };
}

/** Creates a session that was accepted and claimed by a living executor. */
export async function runningSession(store: SessionStore, overrides: Partial<NewSession> = {}) {
  const session = newSession(overrides);
  await store.intake.accept(session);
  const executorId = randomUUID();
  await store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 10 });
  const claimed = await store.execution.claim({ sessionId: session.id, executorId });
  if (claimed === null) throw new Error('The session could not be claimed');
  return { session, executorId, claimed, fence: { sessionId: session.id, claimNumber: claimed.claimNumber } };
}

/** Creates a published workflow with one `input` component. */
export async function publishedWorkflow(
  test: TestStore,
  organizationId: string,
  flow?: Flow,
): Promise<{ workflowId: string; componentId: string; definitionId: string }> {
  const workflowId = uuidv7();
  const componentId = randomUUID();
  const definition: Definition = {
    components: [{ id: componentId, type: 'input', config: { placeholders: [] } }],
    connections: [],
    ...(flow !== undefined && { flow }),
  };
  const definitionId = randomUUID();
  await test.sql(
    `INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', $1::uuid::text) ON CONFLICT DO NOTHING`,
    [organizationId],
  );
  await test.sql('INSERT INTO definitions (id, organization_id, workflow_id, content) VALUES ($1, $2, $3, $4)', [
    definitionId,
    organizationId,
    workflowId,
    definition,
  ]);
  await test.sql(
    `INSERT INTO workflows (id, organization_id, name, draft, published_version, updated_at)
      VALUES ($1, $2, 'Test', $3, 1, now())`,
    [workflowId, organizationId, definition],
  );
  await test.sql(
    `INSERT INTO workflow_versions (workflow_id, number, definition_id, name) VALUES ($1, 1, $2, 'Test')`,
    [workflowId, definitionId],
  );
  return { workflowId, componentId, definitionId };
}
