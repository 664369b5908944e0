import { postgresAddress } from '@workflow/postgres-hosts';
import pg from 'pg';
import { answeringClient, type OnStatement } from './answering-client.ts';

/** Where to connect and how long to wait. Times in milliseconds. */
export interface PoolOptions {
  databaseUrl: string;
  /** false for a pooler that cannot keep prepared statements: each statement is parsed anew. true when left out. */
  namedStatements?: boolean;
  /** Connections in the pool. */
  poolSize: number;
  /** A statement, or a wait for a lock or for a free connection, that takes longer fails. */
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  connectTimeoutMs: number;
  /** A transaction of several statements by Prisma's client, such as a change in the console, fails after so long. */
  transactionTimeoutMs: number;
  onStatement?: OnStatement;
}

/** Beyond PostgreSQL's own time-out: only a server that does not answer at all is waited for so long. */
const ANSWER_GRACE_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 5_000;
/**
 * When a network path to PostgreSQL dies silently, all its connections are dead, and each costs its next user a whole
 * time-out. Idle ones are closed after this part of that time, before the first statement times out, so that later
 * statements open new ones.
 */
const IDLE_PART_OF_STATEMENT_TIMEOUT = 0.75;
/** A time-out in the server, so that a connection whose client vanished silently does not stay for hours. */
const ABANDONED_AFTER_MS = 120_000;

/**
 * Statements look rows up by key, whatever the tables hold. A plan made while a table was empty, or without
 * statistics, must not turn into a scan of the whole table once it is full, so scans and the joins that rest
 * on them are the planner's last choice (docs/decisions/0022-plans-without-statistics.md).
 */
const PLANNER_SETTINGS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

/** One pool for Prisma's client and for statements that go to the driver directly. */
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
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that breaks while it is in use: its query is rejected, and its caller handles that.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}
