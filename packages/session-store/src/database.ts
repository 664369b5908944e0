import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { SessionStoreOptions } from './contract.ts';
import { PrismaClient } from './generated/client.ts';
import { StoreUnavailableError, toStoreError } from './store-errors.ts';

/** SQL under a name: each connection parses and plans it once. */
export interface Statement {
  name: string;
  text: string;
}

export type Query = <Row = never>(statement: Statement, values: unknown[]) => Promise<Row[]>;

/** Raw SQL for the hot paths, on the same connections as Prisma's client. */
export interface Database {
  query: Query;
  /** The same through Prisma's client: what commits session rows (docs/decisions/0021-hot-statements-beside-prisma.md). */
  queryByPrisma: Query;
  /** Runs `work` in one READ COMMITTED transaction on one connection. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
}

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

export function openPool(options: SessionStoreOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: 'session-store',
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs + ANSWER_GRACE_MS,
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

export function openPrisma(pool: pg.Pool): PrismaClient {
  // A name makes a statement a prepared one; those that Prisma writes itself have none.
  return new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => namesByText.get(sql) ?? '' }) });
}

const namesByText = new Map<string, string>();

export function openDatabase(pool: pg.Pool, prisma: PrismaClient): Database {
  return {
    queryByPrisma: async <Row>({ name, text }: Statement, values: unknown[]) => {
      namesByText.set(text, name);
      try {
        return await prisma.$queryRawUnsafe<Row[]>(text, ...values);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    query: (statement, values) => withConnection(pool, (client) => run(client, statement, values)),
    transaction: (work) => withConnection(pool, async (client) => {
      await run(client, BEGIN, []);
      try {
        const result = await work((statement, values) => run(client, statement, values));
        await run(client, COMMIT, []);
        return result;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) await run(client, ROLLBACK, []);
        throw error;
      }
    }),
  };
}

const BEGIN = { name: 'begin', text: 'BEGIN' };
const COMMIT = { name: 'commit', text: 'COMMIT' };
const ROLLBACK = { name: 'rollback', text: 'ROLLBACK' };

async function withConnection<Result>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toStoreError(error);
  });
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    // What a connection without an answer will do next is unknown: it is closed. Others are as good as before.
    client.release(error instanceof StoreUnavailableError);
    throw error;
  }
}

async function run<Row>(client: pg.PoolClient, statement: Statement, values: unknown[]): Promise<Row[]> {
  try {
    const result = await client.query({ name: statement.name, text: statement.text, values });
    return result.rows as Row[];
  } catch (error) {
    throw toStoreError(error);
  }
}
