import type { Field } from '@workflow/workflow-model';
import type { Collection, Prisma } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { type Actor, type AuditEntry, writeAudit } from '../management/audit-log.ts';
import type { OrganizationScope } from '../management/organization-scope.ts';
import { pageOf, type Page, type PageRequest } from '../management/page.ts';
import { findPublishedUses, findUses, type UseView } from '../management/references.ts';
import { requireRoom } from '../management/require-room.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { readNow } from '../postgres/read-clock.ts';
import { queryIn } from '../postgres/prisma-db.ts';
import { isUniqueViolation } from '../postgres/unique-violation.ts';

/** A table whose rows are read and written. */
export interface Table {
  id: string;
  organizationId: string;
  name: string;
  columns: Field[];
}

const FIND = statement<{ organizationId: string; name: string }, Table>()(
  'find_table',
  `SELECT id, organization_id AS "organizationId", name, columns FROM collections
    WHERE organization_id = $organizationId AND name = $name AND kind = 'TABLE' AND deleted_at IS NULL`,
  { id: 'uuid', organizationId: 'uuid', name: 'text', columns: 'json' },
);

/** Returns null if the organization has no table with that name. */
export async function findTable(sql: Sql, organizationId: string, name: string): Promise<Table | null> {
  const [table] = await sql.query(...FIND.with({ organizationId, name }));
  return table ?? null;
}

/** A table as its organization sees it. */
interface TableView {
  name: string;
  columns: Field[];
  /** The number of rows and their bytes. Expired rows count until they are deleted. */
  rows: number;
  bytes: number;
  createdAt: string;
  usedBy: UseView[];
}

/** @throws LimitReachedError */
export async function createTable(
  scope: OrganizationScope,
  actor: Actor,
  name: string,
  columns: readonly Field[],
): Promise<TableView | 'name-taken'> {
  try {
    return await scope.change(async (database) => view(await insertTable(scope, database, actor, name, columns), []));
  } catch (error) {
    // The unique index decides if two requests create a table at the same time.
    if (isUniqueViolation(error)) return 'name-taken';
    throw error;
  }
}

/** Creates the table. Fails the transaction if the organization has one with that name. @throws LimitReachedError */
export async function insertTable(
  scope: OrganizationScope,
  database: Prisma.TransactionClient,
  actor: Actor,
  name: string,
  columns: readonly Field[],
): Promise<Collection> {
  const { organizationId } = scope;
  const tables = { organizationId, kind: 'TABLE', deletedAt: null } as const;
  await requireRoom(scope, database, 'tables', () => database.collection.count({ where: tables }));
  const data = { id: timeOrderedId(), organizationId, kind: 'TABLE', name, createdBy: actor.id } as const;
  // The column is of type json, which preserves the order of keys.
  const row = await database.collection.create({ data: { ...data, columns: columns as never } });
  await writeAudit(database, organizationId, actor, entry('create', name));
  return row;
}

/** Returns the tables in the order of their names. */
export async function listTables(scope: OrganizationScope, page: PageRequest): Promise<Page<TableView>> {
  const { organizationId, prisma } = scope;
  const after = page.cursor === undefined ? {} : { gt: page.cursor };
  const rows = await prisma.collection.findMany({
    where: { organizationId, kind: 'TABLE', deletedAt: null, name: { not: null, ...after } },
    orderBy: { name: 'asc' },
    take: page.limit + 1,
  });
  const names = rows.map(({ name }) => name ?? '');
  const uses = await findUses(scope, 'table', names);
  return pageOf(rows, page.limit, 'name', (row) => view(row, uses.get(row.name ?? '') ?? []));
}

/** Returns null if the organization has no table with that name. */
export async function readTable(scope: OrganizationScope, name: string): Promise<TableView | null> {
  const { organizationId, prisma } = scope;
  const row = await prisma.collection.findFirst({ where: { organizationId, name, kind: 'TABLE', deletedAt: null } });
  if (row === null) return null;
  return view(row, (await findUses(scope, 'table', [name])).get(name) ?? []);
}

const LOCK = statement<{ organizationId: string; name: string }>()(
  'lock_table',
  `SELECT id FROM collections
      WHERE organization_id = $organizationId::uuid AND name = $name AND deleted_at IS NULL FOR UPDATE`,
  { id: 'uuid' },
);

type DeleteTableOutcome = { kind: 'deleted' } | { kind: 'not-found' } | { kind: 'in-use'; workflows: string[] };

/**
 * Deletes a table. Its rows are deleted afterwards, some in each transaction.
 * @param force also deletes it if published versions use it, whose steps then fail
 */
export function deleteTable(
  scope: OrganizationScope,
  actor: Actor,
  name: string,
  force: boolean,
): Promise<DeleteTableOutcome> {
  const { organizationId } = scope;
  return scope.change<DeleteTableOutcome>(async (database) => {
    // Publishing locks the references of the version. From here on this transaction sees the use, or the publisher
    // checks again.
    const [table] = await queryIn(database)(...LOCK.with({ organizationId, name }));
    if (table === undefined) return { kind: 'not-found' };
    const workflows = await findPublishedUses(database, organizationId, 'table', name);
    if (workflows.length > 0 && !force) return { kind: 'in-use', workflows };
    await database.collection.update({
      where: { id: table.id },
      data: { name: null, deletedAt: await readNow(database) },
    });
    await writeAudit(database, organizationId, actor, entry('delete', name));
    return { kind: 'deleted' };
  });
}

function view(row: Collection, usedBy: UseView[]): TableView {
  return {
    name: row.name ?? '',
    columns: row.columns as unknown as Field[],
    rows: row.entries,
    bytes: Number(row.bytes),
    createdAt: row.createdAt.toISOString(),
    usedBy,
  };
}

function entry(verb: 'create' | 'delete', name: string): AuditEntry {
  return { action: `table.${verb}`, targetId: name };
}
