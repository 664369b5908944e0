import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithProgram, newSession, OLDEST_POSTGRES_HOME, RestartablePostgres } from '@workflow/test-harness';
import { createSessionStore } from '../open-session-store.ts';
import { runningSession } from '../../test/open-test-store.ts';
import { listMigrations } from './migration-files.ts';
import { migrate, readMigrationStates } from './migrate.ts';

// `.ci/run` runs the store's other tests on this version as well, with TEST_POSTGRES_HOME.
describeWithProgram('postgresql-15', 'the oldest PostgreSQL', () => {
  let postgres: RestartablePostgres;
  beforeAll(async () => {
    postgres = new RestartablePostgres({ fsync: 'off' }, tmpdir(), OLDEST_POSTGRES_HOME);
    await postgres.start();
  });
  afterAll(() => postgres.remove());

  test('a new database takes all migrations, and a session is accepted, claimed and ended in it', async () => {
    expect(await migrate(postgres.url)).toEqual(await listMigrations());
    const states = (await readMigrationStates(postgres.url)).map(({ state }) => state);
    expect([...new Set(states)]).toEqual(['applied']);
    const store = createSessionStore({
      databaseUrl: postgres.url,
      poolSize: 4,
      statementTimeoutMs: 10_000,
      lockTimeoutMs: 5_000,
      connectTimeoutMs: 2_000,
      transactionTimeoutMs: 30_000,
      lingerMs: 0,
      maxPending: 100,
      maxPendingCharacters: 1e9,
      secretsKey: randomBytes(32),
      executorDeadAfterMs: 1_000,
    });
    try {
      const session = newSession();
      const { fence } = await runningSession(store, session);
      expect(await store.execution.end(fence, { kind: 'succeeded', output: 'done' }, [])).toBe(true);
      const found = await store.sessions.queries.find(session.organizationId, session.id);
      expect(found).toMatchObject({ status: 'SUCCEEDED', output: 'done' });
    } finally {
      await store.close();
    }
  });
});
