import { Prisma } from '../generated/client.ts';
import { statement } from './named-statement.ts';
import type { PrismaDb } from './prisma-db.ts';
import type { Sql } from './sql.ts';

const READ_CLOCK = statement()('read_clock', 'SELECT clock_timestamp() AS now', { now: 'timestamptz' });

/** Returns the time of PostgreSQL. @throws StoreUnavailableError */
export async function readClock(sql: Sql): Promise<Date> {
  const [row] = await sql.query(READ_CLOCK, []);
  return row!.now;
}

/** Returns PostgreSQL's time. Stored times are written and compared by it, because the clocks of replicas differ. */
export async function readNow(database: PrismaDb): Promise<Date> {
  const [row] = await database.$queryRaw<{ now: Date }[]>(Prisma.sql`SELECT clock_timestamp() AS now`);
  return row!.now;
}

/** Returns a time this many milliseconds after PostgreSQL's. */
export async function readTimeIn(database: PrismaDb, ms: number): Promise<Date> {
  return new Date((await readNow(database)).getTime() + ms);
}
