import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import { MAX_ENTRY_BYTES } from './collection-limits.ts';
import type { Content } from './content.ts';
import { EffectRefused } from './effect-refused.ts';
import { contentOf, type EntryPlace } from './entries.ts';
import { countPart, readRows, type RowTarget } from './read-parts.ts';
import type { Table } from './tables.ts';

/** The number of rows to read, and the key before them. */
export interface RowPage {
  after: string;
  limit: number;
  /** The approximate limit. One row may exceed it. */
  maxBytes: number;
  /** If true, rows that do not fit are returned with the next page. */
  mayEndEarly?: boolean;
}

interface FoundRow {
  key: string;
  content: Content;
}

/**
 * Reads the first matching rows in the order of their keys, in several statements.
 *
 * @throws EffectRefused OUTPUT_TOO_LARGE if they do not fit
 */
export async function findRows(
  query: Query,
  place: EntryPlace,
  target: RowTarget,
  { after, limit, maxBytes, mayEndEarly = false }: RowPage,
): Promise<{ rows: FoundRow[]; isAll: boolean }> {
  const most = Math.max(maxBytes, 2 * MAX_ENTRY_BYTES);
  const rows: FoundRow[] = [];
  let bytes = 0;
  for (let next: string | null = after; next !== null && rows.length < limit;) {
    const from = { collectionId: place.collectionId, target, after: next };
    const section = await readRows(query, from, { limit: limit - rows.length, maxBytes: most - bytes });
    for (const row of section.rows) {
      rows.push({ key: row.key, content: await contentOf(place, row) });
      bytes += row.bytes;
    }
    if (section.isCut && mayEndEarly) return { rows, isAll: false };
    if (section.isCut) {
      const message = `the rows have more than ${most} bytes: find fewer by limit or where`;
      throw new EffectRefused('OUTPUT_TOO_LARGE', message);
    }
    ({ next } = section);
  }
  return { rows, isAll: true };
}

/** Reads the number of rows that the table counts with each change. Expired rows count until they are deleted. */
const COUNT_ALL = statement<{ collectionId: string }>()(
  'count_all_rows_of_table',
  `SELECT c.entries - (SELECT count(*) FROM collection_entries e
        WHERE e.collection_id = c.id AND e.expires_at IS NOT NULL AND e.expires_at <= now())::int AS count
    FROM collections c WHERE c.id = $collectionId`,
  { count: 'int4' },
);

/** Counts rows. If there is a condition, several statements read the table. */
export async function countRows(query: Query, collectionId: string, target: RowTarget): Promise<number> {
  if (target.key === undefined && target.where === undefined) {
    const [table] = await query(...COUNT_ALL.with({ collectionId }));
    return table?.count ?? 0;
  }
  let count = 0;
  for (let next: string | null = ''; next !== null;) {
    const section = await countPart(query, { collectionId, target, after: next });
    count += section.count;
    ({ next } = section);
  }
  return count;
}

/** Returns rows for the caller: the key, then all columns in their defined order. */
export function rowsOf(table: Pick<Table, 'columns'>, rows: readonly FoundRow[]): Content {
  const value = rows.map(({ key, content }) => rowOf(table.columns, key, content.value));
  const isPlain = rows.every(({ content }) => content.shown === content.value && content.sensitive.length === 0);
  if (isPlain) return { value, shown: value, sensitive: [] };
  const shown = rows.map(({ key, content }) => rowOf(table.columns, key, content.shown));
  return { value, shown, sensitive: rows.flatMap(({ content }) => content.sensitive) };
}

function rowOf(columns: readonly Field[], key: string, row: Json): JsonObject {
  const entries = columns.map((column): [string, Json] => [column.key, (row as JsonObject)[column.key] ?? null]);
  return { key, ...Object.fromEntries(entries) };
}
