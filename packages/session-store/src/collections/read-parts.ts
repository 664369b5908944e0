import type { JsonObject } from '@workflow/workflow-model';
import type { Query, Statement } from '../postgres/sql.ts';
import { ENTRY, type EntryRow } from './entries.ts';

/**
 * A filter of rows. All rows match by default. `where`: columns that equal these values; null matches a missing value.
 */
export interface RowTarget {
  key?: string | undefined;
  where?: JsonObject | undefined;
}

/** Rows that one statement reads at most. */
export const MAX_ROWS_OF_PART = 2_000;
/** Bytes of the rows that one statement reads at most. Its last row may exceed them. */
export const MAX_BYTES_OF_PART = 4 * 1024 * 1024;

/** SQL: the entry `e` exists and its value meets the condition $3. The value is expanded once for all columns. */
export const MATCHES = `(e.expires_at IS NULL OR e.expires_at > clock_timestamp())
        AND ($3::jsonb IS NULL OR NOT EXISTS (
          SELECT FROM (SELECT e.value || '{}' AS value OFFSET 0) v CROSS JOIN LATERAL (
            SELECT FROM jsonb_each($3::jsonb) w WHERE coalesce(v.value -> w.key, 'null') <> w.value OFFSET 0
          ) different))`;

export function conditionOf({ where }: RowTarget): string | null {
  return where === undefined ? null : JSON.stringify(where);
}

/**
 * SQL of a part of table $1. $2: the key before it, or the only key. $4 and $5: rows and bytes that it reads at most.
 * `matching` contains its matching rows, and `reach` its last key.
 */
const partOf = (keys: 'e.key > $2' | 'e.key = $2') => `WITH page AS MATERIALIZED (
      SELECT e.key, e.bytes FROM collection_entries e WHERE e.collection_id = $1 AND ${keys} ORDER BY e.key LIMIT $4
    ), part AS MATERIALIZED (
      SELECT s.key FROM (SELECT p.key, sum(p.bytes) OVER (ORDER BY p.key) - p.bytes AS before FROM page p) s
      WHERE s.before < $5
    ), reach AS MATERIALIZED (
      SELECT max(p.key) AS "lastKey", count(*) = (SELECT count(*) FROM page) AND count(*) < $4 AS "isEnd" FROM part p
    ), matching AS MATERIALIZED (
      SELECT e.key, e.bytes FROM part p CROSS JOIN LATERAL (
        SELECT e.key, e.bytes, e.expires_at, e.value FROM collection_entries e
        WHERE e.collection_id = $1 AND e.key = p.key OFFSET 0
      ) e WHERE ${MATCHES}
    )`;

/** SQL of the first $6 rows of `matching`, if they have at most $7 bytes. `found` is the number of rows up to $6. */
const ROWS = `, counted AS (
      SELECT m.key, sum(m.bytes) OVER (ORDER BY m.key) AS total
      FROM (SELECT m.key, m.bytes FROM matching m ORDER BY m.key LIMIT $6) m
    )
    SELECT r."lastKey", r."isEnd", (SELECT count(*)::int FROM counted) AS found, f.* FROM reach r LEFT JOIN LATERAL (
      SELECT ${ENTRY} FROM counted c CROSS JOIN LATERAL (
        SELECT * FROM collection_entries e WHERE e.collection_id = $1 AND e.key = c.key OFFSET 0
      ) e WHERE c.total <= $7
    ) f ON true ORDER BY f.key`;

/** SQL of the keys of the first $6 rows of `matching`. */
const KEYS = `SELECT r."lastKey", r."isEnd", m.key, m.bytes FROM reach r LEFT JOIN LATERAL (
      SELECT m.key, m.bytes FROM matching m ORDER BY m.key LIMIT $6
    ) m ON true ORDER BY m.key`;

const COUNT = `SELECT r."lastKey", r."isEnd", (SELECT count(*)::int FROM matching) AS count FROM reach r`;

interface PartStatements {
  after: Statement;
  one: Statement;
}

function statements(name: string, rest: string): PartStatements {
  return {
    after: { name: `${name}_of_part`, text: `${partOf('e.key > $2')} ${rest}` },
    one: { name: `${name}_of_key`, text: `${partOf('e.key = $2')} ${rest}` },
  };
}

const READ_ROWS = statements('read_rows', ROWS);
const READ_KEYS = statements('read_keys', KEYS);
const COUNT_ROWS = statements('count_rows', COUNT);

interface Reach {
  /** null if the part has no rows. */
  lastKey: string | null;
  /** True if there are no rows after the part. */
  isEnd: boolean;
}

/** A place in a table: the rows after a key. */
export interface PartPlace {
  collectionId: string;
  target: RowTarget;
  after: string;
}

export interface Part<Row> {
  rows: Row[];
  /** The key before the next part; null if there is none. */
  next: string | null;
}

async function readPart<Row extends Reach>(
  query: Query,
  { after: part, one }: PartStatements,
  { collectionId, target, after }: PartPlace,
  { lookAt, values }: { lookAt: number; values: number[] },
): Promise<Part<Row>> {
  const { key } = target;
  const bounds = [collectionId, key ?? after, conditionOf(target), lookAt, MAX_BYTES_OF_PART, ...values];
  const rows = await query<Row>(key === undefined ? part : one, bounds);
  const [reach] = rows;
  return { rows, next: key !== undefined || reach === undefined || reach.isEnd ? null : reach.lastKey };
}

/** Returns the number of matching rows of a part. */
export async function countPart(query: Query, place: PartPlace): Promise<{ count: number; next: string | null }> {
  const bounds = { lookAt: MAX_ROWS_OF_PART, values: [] };
  const { rows, next } = await readPart<Reach & { count: number }>(query, COUNT_ROWS, place, bounds);
  return { count: rows[0]?.count ?? 0, next };
}

export interface KeyOfRow {
  key: string;
  bytes: number;
}

/** Returns the keys of the first matching rows of a part, at most `limit`. */
export async function readKeys(query: Query, place: PartPlace, limit: number): Promise<Part<KeyOfRow>> {
  const bounds = { lookAt: rowsToLookAt(place, limit), values: [limit] };
  const { rows, next } = await readPart<Reach & KeyOfRow>(query, READ_KEYS, place, bounds);
  return { rows: found(rows), next };
}

/** The rows of a part that fit. */
export interface BoundedPart extends Part<EntryRow> {
  /** True if further rows of the part match and do not fit. */
  isCut: boolean;
}

/** Returns the first matching rows of a part: at most `limit` rows of at most `maxBytes`. */
export async function readRows(
  query: Query,
  place: PartPlace,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<BoundedPart> {
  const bounds = { lookAt: rowsToLookAt(place, limit), values: [limit, maxBytes] };
  const part = await readPart<Reach & EntryRow & { found: number }>(query, READ_ROWS, place, bounds);
  const rows = found(part.rows);
  return { rows, next: part.next, isCut: rows.length < (part.rows[0]?.found ?? 0) };
}

/** Returns the number of rows to read. Without a condition nearly every row matches. */
function rowsToLookAt({ target }: PartPlace, limit: number): number {
  return target.where === undefined ? Math.min(limit, MAX_ROWS_OF_PART) : MAX_ROWS_OF_PART;
}

/** Removes the row without a key, which a part without matching rows has. */
function found<Row extends { key: string | null }>(rows: Row[]): (Row & { key: string })[] {
  return rows.filter((row): row is Row & { key: string } => row.key !== null);
}
