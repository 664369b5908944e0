import type { JsonObject } from '@workflow/workflow-model';
import { statement, type NamedStatement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import { ENTRY, ENTRY_TYPES, type EntryRow } from './entries.ts';

/**
 * Selects rows. Without a condition all rows match. `where`: columns that equal these values; null matches a missing
 * value.
 */
export interface RowTarget {
  key?: string | undefined;
  where?: JsonObject | undefined;
}

/** Maximum number of rows that one statement reads. */
export const MAX_ROWS_OF_PART = 2_000;
/** Maximum bytes of the rows that one statement reads. Its last row may exceed them. */
export const MAX_BYTES_OF_PART = 4 * 1024 * 1024;

/** SQL: the entry `e` exists and its value meets `$condition`. The value is expanded once for all columns. */
export const MATCHES = `(e.expires_at IS NULL OR e.expires_at > clock_timestamp())
        AND ($condition::jsonb IS NULL OR NOT EXISTS (
          SELECT FROM (SELECT e.value || '{}' AS value OFFSET 0) v CROSS JOIN LATERAL (
            SELECT FROM jsonb_each($condition::jsonb) w WHERE coalesce(v.value -> w.key, 'null') <> w.value OFFSET 0
          ) different))`;

export function conditionOf({ where }: RowTarget): string | null {
  return where === undefined ? null : JSON.stringify(where);
}

/**
 * SQL of a section of a table. `$key` is the key before it, or its only key. `$maxRows` and `$maxBytes` limit what it
 * reads. `matching` contains its matching rows, and `reach` its last key.
 */
const partOf = (keys: 'e.key > $key' | 'e.key = $key') => `WITH page AS MATERIALIZED (
      SELECT e.key, e.bytes FROM collection_entries e WHERE e.collection_id = $collectionId AND ${keys} ORDER BY e.key
      LIMIT $maxRows
    ), part AS MATERIALIZED (
      SELECT s.key FROM (SELECT p.key, sum(p.bytes) OVER (ORDER BY p.key) - p.bytes AS before FROM page p) s
      WHERE s.before < $maxBytes
    ), reach AS MATERIALIZED (
      SELECT max(p.key) AS "lastKey", count(*) = (SELECT count(*) FROM page) AND count(*) < $maxRows AS "isEnd"
        FROM part p
    ), matching AS MATERIALIZED (
      SELECT e.key, e.bytes FROM part p CROSS JOIN LATERAL (
        SELECT e.key, e.bytes, e.expires_at, e.value FROM collection_entries e
        WHERE e.collection_id = $collectionId AND e.key = p.key OFFSET 0
      ) e WHERE ${MATCHES}
    )`;

/** SQL of the first `$limit` rows of `matching`,
  if they have at most `$maxShownBytes`. `found`: the number of rows up to `$limit`. */
const ROWS = `, counted AS (
      SELECT m.key, sum(m.bytes) OVER (ORDER BY m.key) AS total
      FROM (SELECT m.key, m.bytes FROM matching m ORDER BY m.key LIMIT $limit) m
    )
    SELECT r."lastKey", r."isEnd", (SELECT count(*)::int FROM counted) AS found, f.* FROM reach r LEFT JOIN LATERAL (
      SELECT ${ENTRY} FROM counted c CROSS JOIN LATERAL (
        SELECT * FROM collection_entries e WHERE e.collection_id = $collectionId AND e.key = c.key OFFSET 0
      ) e WHERE c.total <= $maxShownBytes
    ) f ON true ORDER BY f.key`;

/** SQL of the keys of the first `$limit` rows of `matching`. */
const KEYS = `SELECT r."lastKey", r."isEnd", m.key, m.bytes FROM reach r LEFT JOIN LATERAL (
      SELECT m.key, m.bytes FROM matching m ORDER BY m.key LIMIT $limit
    ) m ON true ORDER BY m.key`;

const COUNT = `SELECT r."lastKey", r."isEnd", (SELECT count(*)::int FROM matching) AS count FROM reach r`;

interface Reach {
  /** Null if the section has no rows. */
  lastKey: string | null;
  /** True if no rows follow the section. */
  isEnd: boolean;
}

interface PartParameters {
  collectionId: string;
  key: string;
  condition: string | null;
  maxRows: number;
  maxBytes: number;
}

interface PartStatements<More extends object, Row> {
  after: NamedStatement<PartParameters & More, Row>;
  one: NamedStatement<PartParameters & More, Row>;
}

/** Creates the statement for the rows after a key, and the same one for a single key. */
function bothWays<More extends object, Row>(
  make: (suffix: string, section: string) => NamedStatement<PartParameters & More, Row>,
): PartStatements<More, Row> {
  return { after: make('of_part', partOf('e.key > $key')), one: make('of_key', partOf('e.key = $key')) };
}

const READ_ROWS = bothWays((suffix, section) =>
  statement<PartParameters & { limit: number; maxShownBytes: number }, Reach & EntryRow & { found: number }>()(
    `read_rows_${suffix}`,
    `${section} ${ROWS}`,
    {
      lastKey: 'text?',
      isEnd: 'bool',
      found: 'int4',
      ...ENTRY_TYPES,
    },
  ),
);
const READ_KEYS = bothWays((suffix, section) =>
  statement<PartParameters & { limit: number }, Reach & KeyOfRow>()(`read_keys_${suffix}`, `${section} ${KEYS}`, {
    lastKey: 'text?',
    isEnd: 'bool',
    key: 'text',
    bytes: 'int4',
  }),
);
const COUNT_ROWS = bothWays((suffix, section) =>
  statement<PartParameters>()(`count_rows_${suffix}`, `${section} ${COUNT}`, {
    lastKey: 'text?',
    isEnd: 'bool',
    count: 'int4',
  }),
);

/** A position in a table: the rows after a key. */
interface SectionPlace {
  collectionId: string;
  target: RowTarget;
  after: string;
}

export interface Section<Row> {
  rows: Row[];
  /** The key before the next section; null if there is none. */
  next: string | null;
}

async function readPart<More extends object, Row extends Reach>(
  query: Query,
  { after: part, one }: PartStatements<More, Row>,
  { collectionId, target, after }: SectionPlace,
  limits: { maxRows: number } & More,
): Promise<Section<Row>> {
  const { key } = target;
  const values = { collectionId, key: key ?? after, condition: conditionOf(target), maxBytes: MAX_BYTES_OF_PART };
  const rows = await query(...(key === undefined ? part : one).with({ ...values, ...limits }));
  const [reach] = rows;
  return { rows, next: key !== undefined || reach === undefined || reach.isEnd ? null : reach.lastKey };
}

/** Returns the number of matching rows of a section. */
export async function countPart(query: Query, place: SectionPlace): Promise<{ count: number; next: string | null }> {
  const { rows, next } = await readPart(query, COUNT_ROWS, place, { maxRows: MAX_ROWS_OF_PART });
  return { count: rows[0]?.count ?? 0, next };
}

export interface KeyOfRow {
  key: string;
  bytes: number;
}

/** Returns the keys of the first matching rows of a section, at most `limit`. */
export async function readKeys(query: Query, place: SectionPlace, limit: number): Promise<Section<KeyOfRow>> {
  const { rows, next } = await readPart(query, READ_KEYS, place, { maxRows: rowsToLookAt(place, limit), limit });
  return { rows: withoutNullKey(rows), next };
}

/** The rows of a section that fit. */
interface BoundedSection extends Section<EntryRow> {
  /** True if more rows of the section match than fit. */
  isCut: boolean;
}

/** Returns the first matching rows of a section: at most `limit` rows of at most `maxBytes`. */
export async function readRows(
  query: Query,
  place: SectionPlace,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<BoundedSection> {
  const limits = { maxRows: rowsToLookAt(place, limit), limit, maxShownBytes: maxBytes };
  const section = await readPart(query, READ_ROWS, place, limits);
  const rows = withoutNullKey(section.rows);
  return { rows, next: section.next, isCut: rows.length < (section.rows[0]?.found ?? 0) };
}

/** Returns the number of rows to read. Without a condition nearly every row matches. */
function rowsToLookAt({ target }: SectionPlace, limit: number): number {
  return target.where === undefined ? Math.min(limit, MAX_ROWS_OF_PART) : MAX_ROWS_OF_PART;
}

/** Removes the row with a null key, which a section without matching rows returns. */
function withoutNullKey<Row extends { key: string | null }>(rows: Row[]): (Row & { key: string })[] {
  return rows.filter((row): row is Row & { key: string } => row.key !== null);
}
