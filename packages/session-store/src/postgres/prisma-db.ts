import type { Prisma, PrismaClient } from '../generated/client.ts';
import type { Query } from './sql.ts';

/** Prisma's client, within or outside of a transaction. The folders of the engine do not use it (import-layers.ts). */
export type PrismaDb = PrismaClient | Prisma.TransactionClient;

/** Returns a function that runs statements of the engine within a transaction of Prisma. */
export function queryIn(prisma: PrismaDb): Query {
  return ({ text }, values) => prisma.$queryRawUnsafe(text, ...values);
}
