import { openDispatch } from './dispatch/index.ts';
import { openEvents } from './events/index.ts';
import { openExecution, type ExecutionOptions } from './execution/index.ts';
import { openIntake, type IntakeOptions } from './intake/index.ts';
import { openLookups } from './lookups/index.ts';
import { openManagement } from './management/index.ts';
import { openOperations } from './operations/index.ts';
import { openOperator } from './operator/index.ts';
import { StoreUnavailableError } from './postgres/store-errors.ts';
import { openPool, type PoolOptions } from './postgres/pool.ts';
import { findUnfit, readClock } from './check-database.ts';
import { openPrisma, openSql } from './postgres/sql.ts';
import type { FlowKeysOf } from './rows/flow-keys-of.ts';
import type { SecretsKeys } from './rows/secret-sealing.ts';
import { findWrongSecretsKey } from './rows/secrets-key-check.ts';
import { openRetention } from './retention/index.ts';
import { openSessions } from './sessions/index.ts';

export interface SessionStoreOptions
  extends PoolOptions, IntakeOptions, Omit<ExecutionOptions, 'flowKeysOf'>, SecretsKeys {
  /** Computes the flow-control keys of children and retries; without it they are not held back. */
  flowKeysOf?: FlowKeysOf;
}

/** All of PostgreSQL that the services use. */
export type SessionStore = ReturnType<typeof createSessionStore>;

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
export function createSessionStore(options: SessionStoreOptions) {
  // Prisma's client and the statements that go to the driver share one pool and its limit.
  const { namedStatements = true } = options;
  const pool = openPool(options);
  const prisma = openPrisma(pool, namedStatements);
  const sql = openSql(pool, prisma, namedStatements);
  const starting = { flowKeysOf: options.flowKeysOf ?? (() => Promise.resolve(null)) };
  const intake = openIntake(sql, options);
  const execution = openExecution(sql, { ...options, ...starting });
  const findReasons = async () => (await findUnfit(sql)) ?? findWrongSecretsKey(sql, options);
  let unfit: string | null = null;
  return {
    intake,
    execution,
    dispatch: openDispatch(sql, options),
    lookups: openLookups(sql, options),
    sessions: openSessions(sql, starting),
    operations: openOperations(sql, starting),
    events: openEvents(sql, options),
    management: openManagement(prisma, options),
    retention: openRetention(sql),
    operator: openOperator(sql, prisma, options),
    /** PostgreSQL's time. */
    readClock: () => readClock(sql),
    /** Connections in use and idle, and operations that wait for one. */
    connections: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    /** @throws StoreUnavailableError, also when PostgreSQL answers and cannot serve */
    ping: async (): Promise<void> => {
      const found = await findReasons().finally(() => {
        unfit = null;
      });
      unfit = found;
      if (unfit !== null) throw new StoreUnavailableError(`PostgreSQL cannot serve: ${unfit}`);
    },
    /** Why PostgreSQL could not serve although it answered, as the last `ping` found; null: it could, or was away. */
    unfit: (): string | null => unfit,
    /** Waits for what is under way, then closes the connections. */
    close: async (): Promise<void> => {
      await Promise.all([intake.idle(), execution.idle()]);
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
