import type { JsonObject } from '@workflow/workflow-model';
import { statement, type NamedStatement } from '../postgres/named-statement.ts';
import { textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import type { ValuesParts } from './values.ts';
import { plainContent, type Content } from './content.ts';
import { EffectRefused } from './effect-refused.ts';
import {
  contentOf,
  ENTRY,
  ENTRY_TYPES,
  makeEntry,
  putEntry,
  removeEntries,
  type EntryPlace,
  type EntryRow,
  type Growth,
} from './entries.ts';
import { growCollection } from './grow-collection.ts';
import { rowsOf } from './find-rows.ts';
import {
  conditionOf,
  MATCHES,
  MAX_BYTES_OF_PART,
  MAX_ROWS_OF_PART,
  readKeys,
  type KeyOfRow,
  type Section,
  type RowTarget,
} from './read-parts.ts';
import type { Table } from './tables.ts';

/** Maximum number of rows that one step updates. */
const MAX_UPDATED = 1_000;
/** Maximum number of rows that a result lists. */
const MAX_LISTED = 1_000;
/** Bytes of the rows that one step updates, and of the deleted rows that a result lists. */
const MAX_CHANGED_BYTES = 8 * 1024 * 1024;

/** A change of rows of a table. `row` has the columns to write. */
export type RowChange =
  | { operation: 'insert' | 'upsert'; key: string; row: Content }
  /** `ttlSeconds` is null if the row does not expire. */
  | { operation: 'first-seen'; key: string; row: Content; ttlSeconds: number | null }
  /** `limit` is null for all rows. */
  | { operation: 'update'; target: RowTarget; limit: number | null; row: Content }
  | { operation: 'delete'; target: RowTarget; limit: number | null };

type RowsParts = Pick<ValuesParts, 'seals' | 'limits'>;

/**
 * Changes rows of a table within a transaction. @returns the rows after the change, or before their deletion, at most a
 * thousand of 8 MiB; for `first-seen` true if the key was not there @throws EffectRefused
 */
export async function changeRows(
  query: Query,
  { seals, limits }: RowsParts,
  table: Table,
  change: RowChange,
): Promise<Content> {
  const place = { seals, organizationId: table.organizationId, collectionId: table.id };
  const changed = await changeIn(query, place, change);
  await growCollection(query, place, changed.growth, limits, 'TABLE');
  return changed.seen === undefined ? rowsOf(table, changed.rows) : plainContent(changed.seen);
}

interface Changed {
  growth: Growth;
  rows: { key: string; content: Content }[];
  seen?: boolean;
}

function changeIn(query: Query, place: EntryPlace, change: RowChange): Promise<Changed> {
  switch (change.operation) {
    case 'update':
      return updateRows(query, place, change);
    case 'delete':
      return deleteRows(query, place, change);
    default:
      return putRow(query, place, change);
  }
}

async function putRow(query: Query, place: EntryPlace, change: Extract<RowChange, { key: string }>): Promise<Changed> {
  const { operation, key } = change;
  const row = await makeEntry(query, place, key);
  if (operation === 'first-seen') {
    if (!row.isAbsent) return { growth: { entries: 0, bytes: 0 }, rows: [], seen: false };
    const growth = await putEntry(query, place, row, change.row, change.ttlSeconds ?? 'never');
    return { growth, rows: [], seen: true };
  }
  if (operation === 'insert' && !row.isAbsent)
    throw new EffectRefused('KEY_EXISTS', `the table has a row with the key ${JSON.stringify(key)} already`);
  const content = row.isAbsent ? change.row : merged(await contentOf(place, row), change.row);
  const growth = await putEntry(query, place, row, content, 'as-before');
  return { growth, rows: [{ key, content }] };
}

/** Merges the changed columns into the existing ones. */
function merged(before: Content, change: Content): Content {
  const sensitive = [...new Set([...before.sensitive, ...change.sensitive])];
  const value = { ...(before.value as JsonObject), ...(change.value as JsonObject) };
  const isPlain = before.shown === before.value && change.shown === change.value;
  const shown = isPlain ? value : { ...(before.shown as JsonObject), ...(change.shown as JsonObject) };
  return { value, shown, sensitive };
}

interface LockParameters {
  collectionId: string;
  keys: SqlArray;
  condition: string | null;
}

type BareRow = Pick<EntryRow, 'key' | 'id' | 'bytes' | 'namesFiles'>;

const lockOf = (columns: string): string => `SELECT ${columns} FROM collection_entries e
  WHERE e.collection_id = $collectionId AND e.key = ANY ($keys::text[]) AND ${MATCHES} ORDER BY e.key FOR UPDATE`;
const LOCK_WHOLE = statement<LockParameters, EntryRow>()('lock_rows_of_table', lockOf(ENTRY), ENTRY_TYPES);
const LOCK_BARE = statement<LockParameters, BareRow>()(
  'lock_rows_without_values',
  lockOf('e.key, e.id, e.bytes, e.names_files AS "namesFiles"'),
  { key: 'text', id: 'uuid', bytes: 'int4', namesFiles: 'bool' },
);

/** Locks the found rows that still match, in the order of their keys. */
function lockRows<Row extends BareRow>(
  query: Query,
  lock: NamedStatement<LockParameters, Row>,
  { collectionId }: EntryPlace,
  target: RowTarget,
  keys: readonly KeyOfRow[],
): Promise<Row[]> {
  const values = { collectionId, keys: textArray(keys.map(({ key }) => key)), condition: conditionOf(target) };
  return query(...lock.with(values));
}

/**
 * Finds the first keys of matching rows after a key, at most `limit`. `next` is the key after which more rows may
 * match.
 */
async function findKeys(
  query: Query,
  { collectionId }: EntryPlace,
  target: RowTarget,
  after: string,
  limit: number,
): Promise<Section<KeyOfRow>> {
  const rows: KeyOfRow[] = [];
  for (let next: string | null = after; next !== null;) {
    const section: Section<KeyOfRow> = await readKeys(
      query,
      { collectionId, target, after: next },
      limit - rows.length,
    );
    rows.push(...section.rows);
    if (rows.length === limit) return { rows, next: target.key === undefined ? (rows.at(-1)?.key ?? null) : null };
    ({ next } = section);
  }
  return { rows, next: null };
}

async function updateRows(
  query: Query,
  place: EntryPlace,
  { target, limit, row: change }: Extract<RowChange, { operation: 'update' }>,
): Promise<Changed> {
  const changed: Changed = { growth: { entries: 0, bytes: 0 }, rows: [] };
  const most = Math.min(limit ?? MAX_UPDATED + 1, MAX_UPDATED + 1);
  let bytesLeft = MAX_CHANGED_BYTES;
  // If others delete rows before they are locked, the next matching rows are updated instead.
  for (let after: string | null = ''; after !== null && changed.rows.length < most;) {
    const found: Section<KeyOfRow> = await findKeys(query, place, target, after, most - changed.rows.length);
    bytesLeft -= sizeOf(found.rows);
    if (changed.rows.length + found.rows.length > MAX_UPDATED)
      throw new EffectRefused('TOO_MANY_ITEMS', `more than ${MAX_UPDATED} rows match: narrow where, or set limit`);
    if (bytesLeft < 0) {
      const bytes = `${MAX_CHANGED_BYTES - bytesLeft} bytes; one update changes at most ${MAX_CHANGED_BYTES}`;
      throw new EffectRefused('OUTPUT_TOO_LARGE', `the rows that match have ${bytes}: narrow where, or set limit`);
    }
    for (const keys of partsOf(found.rows))
      for (const row of await lockRows(query, LOCK_WHOLE, place, target, keys)) {
        const content = merged(await contentOf(place, row), change);
        changed.growth.bytes += (await putEntry(query, place, row, content, 'as-before')).bytes;
        changed.rows.push({ key: row.key, content });
      }
    after = found.next;
  }
  return changed;
}

function sizeOf(keys: readonly KeyOfRow[]): number {
  return keys.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Splits keys into groups whose rows have at most `MAX_BYTES_OF_PART`, or that have one row. */
function* partsOf(keys: readonly KeyOfRow[]): Generator<KeyOfRow[]> {
  let group: KeyOfRow[] = [];
  let bytes = 0;
  for (const row of keys) {
    if (group.length > 0 && bytes + row.bytes > MAX_BYTES_OF_PART) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(row);
    bytes += row.bytes;
  }
  if (group.length > 0) yield group;
}

async function deleteRows(
  query: Query,
  place: EntryPlace,
  { target, limit }: Extract<RowChange, { operation: 'delete' }>,
): Promise<Changed> {
  const changed: Changed = { growth: { entries: 0, bytes: 0 }, rows: [] };
  let remaining = limit ?? Infinity;
  let bytesToList = MAX_CHANGED_BYTES;
  for (let after: string | null = ''; after !== null && remaining > 0;) {
    const found: Section<KeyOfRow> = await findKeys(query, place, target, after, Math.min(MAX_ROWS_OF_PART, remaining));
    for (const keys of partsOf(found.rows)) {
      bytesToList -= sizeOf(keys);
      // A row that the result does not list is locked without its value.
      const isListed = changed.rows.length < MAX_LISTED && bytesToList >= 0;
      remaining -= isListed
        ? await removeListed(query, place, target, keys, changed)
        : await remove(query, place, await lockRows(query, LOCK_BARE, place, target, keys), changed);
    }
    after = found.next;
  }
  return changed;
}

/** Returns the number of removed rows. */
async function removeListed(
  query: Query,
  place: EntryPlace,
  target: RowTarget,
  keys: readonly KeyOfRow[],
  changed: Changed,
): Promise<number> {
  const rows = await lockRows(query, LOCK_WHOLE, place, target, keys);
  for (const row of rows.slice(0, MAX_LISTED - changed.rows.length))
    changed.rows.push({ key: row.key, content: await contentOf(place, row) });
  return remove(query, place, rows, changed);
}

/** Returns the number of removed rows. */
async function remove(
  query: Query,
  { collectionId }: EntryPlace,
  rows: readonly BareRow[],
  { growth }: Changed,
): Promise<number> {
  const removed = await removeEntries(query, collectionId, rows);
  growth.entries += removed.entries;
  growth.bytes += removed.bytes;
  return rows.length;
}
