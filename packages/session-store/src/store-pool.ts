import pg from 'pg';
import { answeringClient } from './answering-client.ts';
import type { SessionStoreOptions } from './contract.ts';

/** Beyond PostgreSQL's own time-out: only a server that does not answer at all is waited for so long. */
const ANSWER_GRACE_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 5_000;
/**
 * When a path to PostgreSQL goes dead without a word all connections on it are dead, and each costs its next user a whole
 * time-out. Idle ones are closed sooner than the first statement times out, so that what follows opens new ones.
 */
const IDLE_CONNECTION_MS = 3_000;
/** In the server, so that a connection whose client vanished without a word does not stay for hours. */
const ABANDONED_AFTER_MS = 120_000;

/**
 * Statements look rows up by key, whatever the tables hold. A plan made while a table was empty, or without
 * statistics, must not turn into a scan of the whole table once it is full, so scans and the joins that rest
 * on them are the planner's last choice (docs/decisions/0022-plans-without-statistics.md).
 */
const PLANNER_SETTINGS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

export function openPool(options: SessionStoreOptions): StorePool {
  const pool = new StorePool({
    connectionString: options.databaseUrl,
    application_name: 'session-store',
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    Client: answeringClient(options.statementTimeoutMs + ANSWER_GRACE_MS),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: `${PLANNER_SETTINGS} -c idle_session_timeout=${ABANDONED_AFTER_MS}`,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that breaks while it is in use: its query is rejected, and that is handled where it was asked.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/**
 * Prisma's client makes JSON of a statement's values and reads it again, and keeps those of its last hundred statements
 * for its debug log, megabytes of deliveries among them. So they wait here, Prisma's client carries their key, and
 * a named statement gets them on its way to the driver (docs/decisions/0021-hot-statements-beside-prisma.md).
 */
export class StorePool extends pg.Pool {
  readonly #held = new Map<number, unknown[]>();
  #lastKey = 0;

  hold(values: unknown[]): number {
    this.#held.set((this.#lastKey += 1), values);
    return this.#lastKey;
  }

  letGo(key: number): void {
    this.#held.delete(key);
  }

  // pg's overloads, whose types tell more than is used here, stay those of the class.
  override query(...[config, ...rest]: unknown[]): never {
    const { name, values } = config as pg.QueryConfig;
    const statement = name ? { ...(config as pg.QueryConfig), values: this.#held.get(Number(values?.[0])) } : config;
    return super.query(statement as string, ...(rest as [])) as never;
  }
}
