import { openPool, type PoolOptions } from './pool.ts';
import { openPrisma, openSql } from './sql.ts';

/** Opens Prisma's client and the statements that use the driver. They share one pool and its limit. */
export function openPostgres(options: PoolOptions) {
  const pool = openPool(options);
  const prisma = openPrisma(pool, options);
  return { pool, prisma, sql: openSql(pool, prisma, options) };
}
