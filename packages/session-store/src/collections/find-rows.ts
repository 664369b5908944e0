import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import { MAX_ENTRY_BYTES } from './collection-limits.ts';
import type { Content } from './content.ts';
import { EffectRefused } from './effect-refused.ts';
import { contentOf, ENTRY, type EntryPlace, type EntryRow } from './entries.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import type { Table } from './tables.ts';

/** Which rows: all that are left out match. `where`: columns that equal these values; null: that have none. */
export interface RowTarget {
  key?: string | undefined;
  where?: JsonObject | undefined;
}

/** SQL: the rows `e` of table $1 that match; `matchValues` are the next two parameters. */
const MATCHES = `e.collection_id = $1 AND (e.expires_at IS NULL OR e.expires_at > clock_timestamp())
      AND ($2::text IS NULL OR e.key = $2)
      AND ($3::jsonb IS NULL OR NOT EXISTS (SELECT FROM jsonb_each($3::jsonb) w
        WHERE coalesce(e.value -> w.key, 'null') <> w.value))`;

export function matchValues({ key, where }: RowTarget): [string | null, string | null] {
  return [key ?? null, where === undefined ? null : JSON.stringify(where)];
}

/** SQL: rows after the key $4, at most $5. */
export const PAGE_OF_ROWS = `SELECT ${ENTRY} FROM collection_entries e WHERE ${MATCHES} AND e.key > $4
    ORDER BY e.key LIMIT $5`;

/** What does not fit is not read. */
const FIND: Statement = {
  name: 'find_rows_of_table',
  text: `WITH page AS MATERIALIZED (
      SELECT e.key, e.bytes FROM collection_entries e WHERE ${MATCHES} AND e.key > $4 ORDER BY e.key LIMIT $5
    ), fitting AS (
      SELECT p.key, sum(p.bytes) OVER (ORDER BY p.key) AS total, count(*) OVER () AS found FROM page p
    )
    SELECT ${ENTRY}, f.found::int FROM fitting f JOIN collection_entries e ON e.collection_id = $1 AND e.key = f.key
    WHERE f.total <= $6 ORDER BY e.key`,
};

/** How much is read at once, and after which key. */
export interface RowPage {
  after: string;
  limit: number;
  /** About; of one row more. */
  maxBytes: number;
  /** true: what does not fit is left to the next page. */
  mayEndEarly?: boolean;
}

interface FoundRow {
  key: string;
  content: Content;
}

/** The first rows that match, by their keys. @throws EffectRefused OUTPUT_TOO_LARGE when they do not fit */
export async function findRows(
  sql: Sql,
  place: EntryPlace,
  target: RowTarget,
  { after, limit, maxBytes, mayEndEarly = false }: RowPage,
): Promise<{ rows: FoundRow[]; isAll: boolean }> {
  const most = Math.max(maxBytes, 2 * MAX_ENTRY_BYTES);
  const values = [place.collectionId, ...matchValues(target), after, limit, most];
  const rows = await sql.query<EntryRow & { found: number }>(FIND, values);
  const isAll = rows.length === (rows[0]?.found ?? 0);
  if (!isAll && !mayEndEarly)
    throw new EffectRefused('OUTPUT_TOO_LARGE', `the rows have more than ${most} bytes: find fewer by limit or where`);
  const found: FoundRow[] = [];
  for (const row of rows) found.push({ key: row.key, content: await contentOf(place, row) });
  return { rows: found, isAll };
}

const COUNT: Statement = {
  name: 'count_rows_of_table',
  text: `SELECT count(*)::int AS count FROM collection_entries e WHERE ${MATCHES}`,
};

export async function countRows(sql: Sql, collectionId: string, target: RowTarget): Promise<number> {
  const [counted] = await sql.query<{ count: number }>(COUNT, [collectionId, ...matchValues(target)]);
  return counted?.count ?? 0;
}

/** Rows as they are given out: the key, then all columns in their order. */
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
