import type { JsonObject } from '@workflow/workflow-model';
import { recordAudit, type Actor, type Audit } from '../organization/audit-entry.ts';
import type { OrganizationScope } from '../management/organization-scope.ts';
import type { Page } from '../management/page.ts';
import type { Query } from '../postgres/sql.ts';
import type { EffectParts } from './once.ts';
import { findRows, rowsOf, type RowPage } from './find-rows.ts';
import { changeRows, type RowChange } from './rows.ts';
import { findTable, type Table } from './tables.ts';
import type { ValuesParts } from './values.ts';

/** Maximum bytes of a page of rows. */
const MAX_PAGE_BYTES = 1024 * 1024;

type EditParts = EffectParts & Pick<ValuesParts, 'limits'> & { scope: OrganizationScope; read: Query };

/** Returns masked rows in the order of their keys, or null if the organization has no such table. */
export async function listRows(
  { sql, read, seals, scope: { organizationId } }: EditParts,
  name: string,
  { after, limit }: Omit<RowPage, 'maxBytes'>,
): Promise<Page<JsonObject> | null> {
  const table = await findTable(sql, organizationId, name);
  if (table === null) return null;
  const place = { organizationId, seals, collectionId: table.id };
  // Reads one more row to know whether there is another page. A page of large rows ends early.
  const page = { after, limit: limit + 1, maxBytes: MAX_PAGE_BYTES, mayEndEarly: true };
  const { rows, isAll } = await findRows(read, place, {}, page);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit || !isAll;
  return {
    items: rowsOf(table, shown).shown as JsonObject[],
    nextCursor: hasMore && last !== undefined ? last.key : null,
  };
}

/** @returns the masked row @throws EffectRefused */
export async function writeRow(
  parts: EditParts,
  actor: Actor,
  table: Table,
  change: Extract<RowChange, { operation: 'insert' | 'upsert' }>,
): Promise<JsonObject> {
  const { sql, turns } = parts;
  const { organizationId } = table;
  const audit = auditOf(actor, change.operation === 'insert' ? 'create' : 'replace', table, change.key);
  const { shown } = await turns.run(organizationId, () =>
    sql.transaction(async (query) => {
      const changed = await changeRows(query, parts, table, change);
      await recordAudit(query, organizationId, audit);
      return changed;
    }),
  );
  return (shown as JsonObject[])[0] ?? { key: change.key };
}

/** Returns false if the table has no such row. */
export async function deleteRow(parts: EditParts, actor: Actor, table: Table, key: string): Promise<boolean> {
  const { sql, turns } = parts;
  const { organizationId } = table;
  const change = { operation: 'delete', target: { key }, limit: 1 } as const;
  return turns.run(organizationId, () =>
    sql.transaction(async (query) => {
      const { shown } = await changeRows(query, parts, table, change);
      if ((shown as JsonObject[]).length === 0) return false;
      await recordAudit(query, organizationId, auditOf(actor, 'delete', table, key));
      return true;
    }),
  );
}

function auditOf(actor: Actor, verb: string, { name }: Table, key: string): Audit {
  return { actor, entry: { action: `table-row.${verb}`, targetType: 'table', targetId: name, detail: { key } } };
}
