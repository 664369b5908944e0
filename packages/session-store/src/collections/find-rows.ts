import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import type { Query, Statement } from '../postgres/sql.ts';
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
  /** The approximate limit, which one row may exceed. */
  maxBytes: number;
  /** If true, rows that do not fit are left to the next page. */
  mayEndEarly?: boolean;
}

interface FoundRow {
  key: string;
  content: Content;
}

/**
 * Reads the first matching rows in the order of their keys, one part of the table after the other.
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
    const part = await readRows(query, from, { limit: limit - rows.length, maxBytes: most - bytes });
    for (const row of part.rows) {
      rows.push({ key: row.key, content: await contentOf(place, row) });
      bytes += row.bytes;
    }
    if (part.isCut && mayEndEarly) return { rows, isAll: false };
    if (part.isCut) {
      const message = `the rows have more than ${most} bytes: find fewer by limit or where`;
      throw new EffectRefused('OUTPUT_TOO_LARGE', message);
    }
    ({ next } = part);
  }
  return { rows, isAll: true };
}

/** A table counts its rows with each change. Expired rows count until they are deleted. */
const COUNT_ALL: Statement = {
  name: 'count_all_rows_of_table',
  text: `SELECT c.entries - (SELECT count(*) FROM collection_entries e
        WHERE e.collection_id = c.id AND e.expires_at IS NOT NULL AND e.expires_at <= now())::int AS count
    FROM collections c WHERE c.id = $1`,
};

/** Counts rows. With a condition it reads one part of the table after the other. */
export async function countRows(query: Query, collectionId: string, target: RowTarget): Promise<number> {
  if (target.key === undefined && target.where === undefined) {
    const [table] = await query<{ count: number }>(COUNT_ALL, [collectionId]);
    return table?.count ?? 0;
  }
  let count = 0;
  for (let next: string | null = ''; next !== null;) {
    const part = await countPart(query, { collectionId, target, after: next });
    count += part.count;
    ({ next } = part);
  }
  return count;
}

/** Returns rows for the caller: the key, then all columns in their order. */
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
