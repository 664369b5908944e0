import type { SessionStore, SessionStoreOptions } from './contract.ts';
import { recordChange } from './credentials/record-change.ts';
import { openCredentials } from './credentials/credentials.ts';
import { snapshotDefinitionIn } from './credentials/snapshot-definition.ts';
import { openDatabase, openPrisma } from './database.ts';
import type { Database, Statement } from './database.ts';
import { openDispatcher } from './dispatcher/dispatcher.ts';
import { openExecutorRegistry } from './executors/executor-registry.ts';
import { manage } from './management/index.ts';
import { openRetention } from './retention/delete-old.ts';
import { openRunningSessions } from './running/running-sessions.ts';
import { readOverview } from './sessions/read-overview.ts';
import { openSessionViews } from './sessions/session-views.ts';
import { openPool } from './store-pool.ts';

const PING: Statement = { name: 'ping', text: 'SELECT 1' };

/** The store, ready to use: PostgreSQL has answered. @throws StoreUnavailableError */
export async function openSessionStore(options: SessionStoreOptions): Promise<SessionStore> {
  const store = createSessionStore(options);
  try {
    await store.ping();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The store without waiting for PostgreSQL: each operation connects as it needs. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  // One pool for all: Prisma's client and the raw statements of the hot paths share its limit.
  const pool = openPool(options);
  const prisma = openPrisma(pool);
  const database: Database = openDatabase(pool, prisma);
  const sessions = openRunningSessions(database, options);
  return {
    sessions,
    views: openSessionViews(database),
    credentials: openCredentials(database, options.secretsKey),
    executors: openExecutorRegistry(database, options.executorDeadAfterMs),
    dispatcher: openDispatcher(database, options.executorDeadAfterMs),
    management: manage({ prisma, secretsKey: options.secretsKey, recordChange, snapshotDefinition: snapshotDefinitionIn }),
    retention: openRetention(database),
    overview: (organizationId, minutes = 60) => readOverview(database, organizationId, minutes),
    ping: async () => {
      await database.query(PING, []);
    },
    close: async () => {
      await sessions.idle();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
