import type { Definition } from '@workflow/workflow-model';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import type { Change, PersonView } from './contract.ts';

/** Prisma, inside a transaction or outside. */
export type Database = PrismaClient | Prisma.TransactionClient;

export interface ManagementDependencies {
  prisma: PrismaClient;
  /** 32 bytes. */
  secretsKey: Uint8Array;
  /** Writes the row that other replicas poll, in the transaction of the change. */
  recordChange(database: Database, change: Change): Promise<void>;
  /** Stores the immutable snapshot unless it is there, and returns its id. */
  snapshotDefinition(database: Database, organizationId: string, workflowId: string, definition: Definition): Promise<string>;
}

/** What one organization's operations work with. */
export interface OrganizationScope extends ManagementDependencies {
  organizationId: string;
  /**
   * Runs `work` in one transaction. Changes that it notes are recorded in it, last, since the change
   * counter's row stays locked until the commit; after the commit this process's own caches hear of them.
   */
  change<Result>(work: (database: Prisma.TransactionClient, note: (kind: Change['kind'], subject: string) => void) => Promise<Result>): Promise<Result>;
}

/** Time that an operation waits for a connection, and then may take. */
export const TRANSACTION_TIMES = { maxWait: 5_000, timeout: 15_000 };

/** Names of the users and keys that `ids` stand for, gone ones left out. */
export async function readNames(database: Database, organizationId: string, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const [users, keys] = await Promise.all([
    database.user.findMany({ where: { id: { in: wanted } }, select: { id: true, email: true } }),
    database.apiKey.findMany({ where: { id: { in: wanted }, organizationId }, select: { id: true, name: true } }),
  ]);
  return new Map([...users.map((user) => [user.id, user.email] as const), ...keys.map((key) => [key.id, key.name] as const)]);
}

export function person(id: string | null, names: Map<string, string>): PersonView | null {
  return id === null ? null : { id, name: names.get(id) ?? null };
}

/** The part of `rows` that fits the page; one more than `limit` was read to know whether there are more. */
export function pageOf<Row, Item>(rows: Row[], limit: number, cursorOf: (row: Row) => string, view: (row: Row) => Item): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

