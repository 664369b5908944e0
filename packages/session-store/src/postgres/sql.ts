import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/client.ts';
import { openPool, type PoolOptions } from './pool.ts';
import { StoreConnectionLostError, StoreUnavailableError, toStoreError } from './store-errors.ts';

/** SQL with a name. Each connection parses and plans it once. */
export interface Statement<Row = never> {
  name: string;
  text: string;
  /** Carries the type of the rows. It is never set (named-statement.ts). */
  readonly row?: Row;
}

export type Query = <Row = never>(statement: Statement<Row>, values: unknown[]) => Promise<Row[]>;

/** Statements written in SQL, on the same connections as Prisma's models. */
export interface Sql {
  /** Uses the driver. */
  query: Query;
  /** Uses Prisma's client, with the values as its parameters (docs/decisions/0021-hot-statements-without-prisma.md). */
  queryByPrisma: Query;
  /** Runs `work` in one READ COMMITTED transaction on one connection. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
}

export function openPrisma(
  pool: pg.Pool,
  { namedStatements = true, connectTimeoutMs, statementTimeoutMs, transactionTimeoutMs }: PoolOptions,
): PrismaClient {
  // A name makes a prepared statement. Statements that Prisma writes itself have no name.
  return new PrismaClient({
    adapter: new PrismaPg(pool, {
      statementNameGenerator: ({ sql }) => (namedStatements && namesByText.get(sql)) || '',
    }),
    // The begin of a transaction waits for a connection, for which the pool has a timeout, and for a statement.
    transactionOptions: { maxWait: connectTimeoutMs + statementTimeoutMs, timeout: transactionTimeoutMs },
  });
}

const namesByText = new Map<string, string>();

export function openSql(pool: pg.Pool, prisma: PrismaClient, { namedStatements = true }: PoolOptions): Sql {
  const run: Run = namedStatements ? runNamed : runUnnamed;
  return {
    queryByPrisma: async <Row>({ name, text }: Statement<Row>, values: unknown[]) => {
      namesByText.set(text, name);
      try {
        return await prisma.$queryRawUnsafe<Row[]>(text, ...values);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    query: (statement, values) => withConnection(pool, (client) => run(client, statement, values)),
    transaction: (work) =>
      withConnection(pool, async (client) => {
        await run(client, BEGIN, []);
        try {
          const result = await work((statement, values) => run(client, statement, values));
          await run(client, COMMIT, []).catch(afterCommit);
          return result;
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) await run(client, ROLLBACK, []);
          throw error;
        }
      }),
  };
}

const MAX_CONNECTS = 2;

const BEGIN = { name: 'begin', text: 'BEGIN' };
const COMMIT = { name: 'commit', text: 'COMMIT' };
const ROLLBACK = { name: 'rollback', text: 'ROLLBACK' };

/** A commit without an answer may have succeeded, so no caller may repeat the transaction. */
function afterCommit(error: unknown): never {
  if (!(error instanceof StoreConnectionLostError)) throw error;
  throw new StoreUnavailableError(error.message, { cause: error });
}

async function withConnection<Result>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await connect(pool);
  // The state of a connection without an answer is unknown, so it is closed. After other errors it remains usable.
  let isBroken = false;
  try {
    return await use(client);
  } catch (error) {
    isBroken = error instanceof StoreUnavailableError;
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Connects again if the connection ended before it was ready. Nothing was sent, so this is safe. */
async function connect(pool: pg.Pool, attempt = 1): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    const error = toStoreError(cause);
    if (!(error instanceof StoreConnectionLostError) || attempt >= MAX_CONNECTS) throw error;
    return connect(pool, attempt + 1);
  }
}

type Run = <Row>(client: pg.PoolClient, statement: Statement<Row>, values: unknown[]) => Promise<Row[]>;

const runNamed: Run = (client, { name, text }, values) => send(client, { name, text, values });
const runUnnamed: Run = (client, { text }, values) => send(client, { text, values });

async function send<Row>(client: pg.PoolClient, statement: pg.QueryConfig): Promise<Row[]> {
  try {
    const result = await client.query(statement);
    return result.rows as Row[];
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Opens Prisma's client and the statements that use the driver. They share one pool and its limit. */
export function openPostgres(options: PoolOptions) {
  const pool = openPool(options);
  const prisma = openPrisma(pool, options);
  return { pool, prisma, sql: openSql(pool, prisma, options) };
}
