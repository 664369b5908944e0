import type { Json, JsonObject } from '@workflow/workflow-model';
import type { Query, Statement } from '../postgres/sql.ts';
import type { ValuesParts } from './values.ts';
import type { Content } from './content.ts';
import { EffectRefused } from './effect-refused.ts';
import {
  contentOf,
  lockEntry,
  makeEntry,
  putEntry,
  removeEntries,
  type EntryPlace,
  type EntryRow,
  type Growth,
} from './entries.ts';
import { growCollection } from './grow-collection.ts';
import { matchValues, PAGE_OF_ROWS, rowsOf, type RowTarget } from './find-rows.ts';
import type { Table } from './tables.ts';

/** Rows that one step may update. */
const MAX_UPDATED = 1_000;
/** Rows that a result lists. */
const MAX_LISTED = 1_000;
/** Rows that are locked and deleted at once. */
const PAGE = 500;

/** What is done to the rows of a table. `row`: the columns that are given. */
export type RowChange =
  | { operation: 'insert' | 'upsert'; key: string; row: Content }
  /** `ttlSeconds` null: the row stays. */
  | { operation: 'first-seen'; key: string; row: Content; ttlSeconds: number | null }
  /** `limit` null: all of them. */
  | { operation: 'update'; target: RowTarget; limit: number | null; row: Content }
  | { operation: 'delete'; target: RowTarget; limit: number | null };

type RowsParts = Pick<ValuesParts, 'seals' | 'limits'>;

/**
 * Changes rows of a table within a transaction. @returns the rows as they are then, or were before their deletion, at
 * most a thousand; of `first-seen` whether the key was not there @throws EffectRefused
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
  return changed.seen === undefined ? rowsOf(table, changed.rows) : plain(changed.seen);
}

interface Changed {
  growth: Growth;
  rows: { key: string; content: Content }[];
  seen?: boolean;
}

function plain(value: Json): Content {
  return { value, shown: value, sensitive: [] };
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

/** The columns given, and those that were there. */
function merged(before: Content, given: Content): Content {
  const sensitive = [...new Set([...before.sensitive, ...given.sensitive])];
  const value = { ...(before.value as JsonObject), ...(given.value as JsonObject) };
  const isPlain = before.shown === before.value && given.shown === given.value;
  const shown = isPlain ? value : { ...(before.shown as JsonObject), ...(given.shown as JsonObject) };
  return { value, shown, sensitive };
}

const LOCK_PAGE: Statement = {
  name: 'lock_rows_of_table',
  text: `${PAGE_OF_ROWS} FOR UPDATE`,
};

/** The next rows that match, in the order of their keys. A key alone is one step in the index. */
async function lockPage(
  query: Query,
  place: EntryPlace,
  { key, where }: RowTarget,
  after: string,
  size: number,
): Promise<EntryRow[]> {
  if (key !== undefined && where === undefined) {
    const row = after === '' ? await lockEntry(query, place, key) : null;
    return row === null || row.isAbsent ? [] : [row];
  }
  return query<EntryRow>(LOCK_PAGE, [place.collectionId, ...matchValues({ key, where }), after, size]);
}

async function updateRows(
  query: Query,
  place: EntryPlace,
  { target, limit, row: given }: Extract<RowChange, { operation: 'update' }>,
): Promise<Changed> {
  const found = await lockPage(query, place, target, '', Math.min(limit ?? MAX_UPDATED + 1, MAX_UPDATED + 1));
  if (found.length > MAX_UPDATED)
    throw new EffectRefused('TOO_MANY_ITEMS', `more than ${MAX_UPDATED} rows match: narrow where, or set limit`);
  const growth = { entries: 0, bytes: 0 };
  const rows: Changed['rows'] = [];
  for (const row of found) {
    const content = merged(await contentOf(place, row), given);
    growth.bytes += (await putEntry(query, place, row, content, 'as-before')).bytes;
    rows.push({ key: row.key, content });
  }
  return { growth, rows };
}

async function deleteRows(
  query: Query,
  place: EntryPlace,
  { target, limit }: Extract<RowChange, { operation: 'delete' }>,
): Promise<Changed> {
  const growth = { entries: 0, bytes: 0 };
  const rows: Changed['rows'] = [];
  let left = limit ?? Infinity;
  for (let after = ''; left > 0;) {
    const size = Math.min(PAGE, left);
    const page = await lockPage(query, place, target, after, size);
    for (const row of page)
      if (rows.length < MAX_LISTED) rows.push({ key: row.key, content: await contentOf(place, row) });
    const removed = await removeEntries(query, place.collectionId, page);
    growth.entries += removed.entries;
    growth.bytes += removed.bytes;
    left -= page.length;
    after = page.at(-1)?.key ?? '';
    if (page.length < size) break;
  }
  return { growth, rows };
}
