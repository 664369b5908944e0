import { postgresAddress } from '@workflow/postgres-hosts';
import pg from 'pg';
import { answeringClient, type OnStatement } from './answering-client.ts';

/** The database, and the timeouts in milliseconds. */
export interface PoolOptions {
  databaseUrl: string;
  /**
   * False for a pooler that does not support prepared statements, so that each statement is parsed every time. The
   * default is true.
   */
  namedStatements?: boolean;
  /** Connections in the pool. */
  poolSize: number;
  /** The timeout of a statement, and of the wait for a lock or a free connection. */
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  connectTimeoutMs: number;
  /** The timeout of a transaction of several statements by Prisma's client, such as a change in the console. */
  transactionTimeoutMs: number;
  onStatement?: OnStatement;
}

/** Added to PostgreSQL's timeouts. Only a server that does not answer at all exceeds both. */
const ANSWER_GRACE_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 5_000;
/**
 * If a network path to PostgreSQL fails silently, all its connections are dead, and each costs its next user a whole
 * timeout. Idle connections are closed after this fraction of the timeout, before the first statement fails, so that
 * later statements open new ones.
 */
const IDLE_PART_OF_STATEMENT_TIMEOUT = 0.75;
/** A timeout in the server, which closes connections whose client vanished silently. */
const ABANDONED_AFTER_MS = 120_000;

/**
 * Statements find rows by key, whatever the tables contain. A plan from the time when a table was empty, or without
 * statistics, must not become a scan of the whole table. So the planner uses scans, and joins based on them, only if
 * there is no other plan (docs/decisions/0022-plans-without-statistics.md).
 */
const PLANNER_SETTINGS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

/** Opens the pool of Prisma's client and of statements that use the driver directly. */
export function openPool(options: PoolOptions): pg.Pool {
  const { connectionString, Client } = postgresAddress(options.databaseUrl);
  const pool = new pg.Pool({
    connectionString,
    application_name: 'session-store',
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs,
    idleTimeoutMillis: IDLE_PART_OF_STATEMENT_TIMEOUT * options.statementTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    Client: answeringClient(
      { timeoutMs: options.statementTimeoutMs + ANSWER_GRACE_MS, onStatement: options.onStatement },
      Client,
    ),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: `${PLANNER_SETTINGS} -c idle_session_timeout=${ABANDONED_AFTER_MS}`,
  });
  // An idle connection that breaks is replaced at its next use. Without a listener the error would end the process.
  pool.on('error', () => {});
  // If a connection breaks in use, its query rejects, and the caller handles that.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}
