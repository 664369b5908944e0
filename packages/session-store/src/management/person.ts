import type { PrismaDb } from '../postgres/prisma-db.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type Page, pageOf } from './page.ts';

/** The person or key that created something. The name is null if the user or key was deleted. */
export interface PersonView {
  id: string;
  name: string | null;
}

/** Returns names of the users and keys with these ids, without deleted ones. */
export async function readNames(
  database: PrismaDb,
  organizationId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const uniqueIds = [...new Set(ids.filter((id) => id !== null))];
  if (uniqueIds.length === 0) return new Map();
  const [users, keys] = await Promise.all([
    database.user.findMany({ where: { id: { in: uniqueIds } }, select: { id: true, email: true } }),
    database.apiKey.findMany({ where: { id: { in: uniqueIds }, organizationId }, select: { id: true, name: true } }),
  ]);
  return new Map([
    ...users.map((user) => [user.id, user.email] as const),
    ...keys.map((key) => [key.id, key.name] as const),
  ]);
}

export function person(id: string | null, names: Map<string, string>): PersonView | null {
  return id === null ? null : { id, name: names.get(id) ?? null };
}

/** Returns a page of rows with the names of their authors. One row more than `limit` was read. */
export async function pageWithNames<Row extends { createdBy: string | null }, Item>(
  { prisma, organizationId }: Pick<OrganizationScope, 'prisma' | 'organizationId'>,
  rows: Row[],
  limit: number,
  cursor: keyof Row,
  view: (row: Row, names: Map<string, string>) => Item,
): Promise<Page<Item>> {
  const names = await readNames(
    prisma,
    organizationId,
    rows.map((row) => row.createdBy),
  );
  return pageOf(rows, limit, cursor, (row) => view(row, names));
}
