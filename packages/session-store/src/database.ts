import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from './generated/client.ts';
import { StoreUnavailableError, toStoreError } from './store-errors.ts';
import type { StorePool } from './store-pool.ts';

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

export function openPrisma(pool: StorePool): PrismaClient {
  // A name makes a statement a prepared one; those that Prisma writes itself have none.
  return new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => namesByText.get(sql) ?? '' }) });
}

const namesByText = new Map<string, string>();

export function openDatabase(pool: StorePool, prisma: PrismaClient): Database {
  return {
    queryByPrisma: async <Row>({ name, text }: Statement, values: unknown[]) => {
      namesByText.set(text, name);
      const key = pool.hold(values);
      try {
        return await prisma.$queryRawUnsafe<Row[]>(text, key);
      } catch (error) {
        throw toStoreError(error);
      } finally {
        pool.letGo(key);
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
