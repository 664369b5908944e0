import type { Json } from '@workflow/workflow-model';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { orderedColumn, orderedJson } from '../values/key-order.ts';
import { expireReleased, fileIdsIn, nameFilesIn } from '../files/file-uses.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { entryBytes, MAX_ENTRY_BYTES } from './collection-limits.ts';
import { openContent, sealContent, type Content } from './content.ts';
import { EffectRefused } from './effect-refused.ts';

/** The collection of some entries, and the seals of their organization. */
export interface EntryPlace {
  seals: SensitiveSeals;
  organizationId: string;
  collectionId: string;
}

/** A row of `collection_entries`. */
export interface EntryRow {
  key: string;
  id: string;
  value: Json;
  hidden: Uint8Array | null;
  /** 0 if the row was created only to be locked and has no value yet. */
  bytes: number;
  namesFiles: boolean;
  /** True if it is expired or never had a value. */
  isAbsent: boolean;
}

/** SQL of the columns of an `EntryRow` of `e`. */
export const ENTRY = `e.key, e.id, ${orderedColumn('e', 'value', 'ordered_value')} AS value, e.hidden, e.bytes,
      e.names_files AS "namesFiles", (e.expires_at <= clock_timestamp()) IS TRUE AS "isAbsent"`;

/** The types of the columns of `ENTRY`. */
export const ENTRY_TYPES = {
  key: 'text',
  id: 'uuid',
  value: 'json',
  hidden: 'bytea?',
  bytes: 'int4',
  namesFiles: 'bool',
  isAbsent: 'bool',
} as const;

const MAKE = statement<{ collectionId: string; key: string; id: string; organizationId: string }>()(
  'make_collection_entry',
  `INSERT INTO collection_entries (collection_id, key, id, organization_id, value, bytes, expires_at)
    VALUES ($collectionId, $key, $id, $organizationId, 'null', 0, '-infinity') ON CONFLICT DO NOTHING`,
  {},
);

const LOCK = statement<{ collectionId: string; key: string }, EntryRow>()(
  'lock_collection_entry',
  `SELECT ${ENTRY} FROM collection_entries e WHERE e.collection_id = $collectionId AND e.key = $key FOR UPDATE`,
  ENTRY_TYPES,
);

/** Returns the entry, locked until the commit, or null if there is none. */
export async function lockEntry(query: Query, { collectionId }: EntryPlace, key: string): Promise<EntryRow | null> {
  const [row] = await query(...LOCK.with({ collectionId, key }));
  return row ?? null;
}

/**
 * Returns the entry, locked until the commit. It is created if there is none, so that other writers of this key wait.
 */
export async function makeEntry(query: Query, place: EntryPlace, key: string): Promise<EntryRow> {
  for (;;) {
    await query(
      ...MAKE.with({
        collectionId: place.collectionId,
        key,
        id: timeOrderedId(),
        organizationId: place.organizationId,
      }),
    );
    // An expired entry may be deleted between the two statements, so this may find none.
    const row = await lockEntry(query, place, key);
    if (row !== null) return row;
  }
}

export async function contentOf({ seals, organizationId }: EntryPlace, row: EntryRow): Promise<Content> {
  return openContent(seals, organizationId, `entry ${row.id}`, row);
}

/** When an entry expires: after this many seconds, never, or as before. */
export type Expiry = number | 'never' | 'as-before';

/** The number of entries and bytes that a change adds to a collection. Both may be negative. */
export interface Growth {
  entries: number;
  bytes: number;
}

interface PutParameters {
  collectionId: string;
  key: string;
  value: string;
  orderedValue: string | null;
  hidden: Uint8Array | null;
  bytes: number;
  namesFiles: boolean;
  isNew: boolean;
  /** Null: see `keepsExpiry`. */
  expiresAfterSeconds: number | null;
  keepsExpiry: boolean;
}

const PUT = statement<PutParameters>()(
  'put_collection_entry',
  `UPDATE collection_entries e SET value = $value::jsonb, ordered_value = $orderedValue::json, hidden = $hidden,
      bytes = $bytes, names_files = $namesFiles, updated_at = clock_timestamp(),
      created_at = CASE WHEN $isNew::boolean THEN clock_timestamp() ELSE e.created_at END,
      expires_at = CASE WHEN $expiresAfterSeconds::float8 IS NOT NULL
          THEN clock_timestamp() + $expiresAfterSeconds::float8 * interval '1 second'
        WHEN $keepsExpiry::boolean THEN e.expires_at END
    WHERE e.collection_id = $collectionId AND e.key = $key`,
  {},
);

/** Writes a value to a locked entry. References its files, and releases those of the previous value. */
export async function putEntry(
  query: Query,
  place: EntryPlace,
  row: EntryRow,
  content: Content,
  expiry: Expiry,
): Promise<Growth> {
  const { seals, organizationId, collectionId } = place;
  const json = JSON.stringify(content.value);
  if (Buffer.byteLength(json) > MAX_ENTRY_BYTES) {
    const message = `the value has ${Buffer.byteLength(json)} bytes as JSON, and may have ${MAX_ENTRY_BYTES}`;
    throw new EffectRefused('STORAGE_LIMIT_REACHED', message);
  }
  const sealed = await sealContent(seals, organizationId, `entry ${row.id}`, content);
  const shown = content.shown === content.value ? json : JSON.stringify(content.shown);
  const bytes = entryBytes(row.key, shown, sealed);
  const fileIds = fileIdsIn(json);
  await query(
    ...PUT.with({
      collectionId,
      key: row.key,
      value: shown,
      orderedValue: orderedJson(content.shown),
      hidden: sealed,
      bytes,
      namesFiles: fileIds.length > 0,
      isNew: row.isAbsent,
      expiresAfterSeconds: typeof expiry === 'number' ? expiry : null,
      keepsExpiry: expiry === 'as-before' && !row.isAbsent,
    }),
  );
  if (row.namesFiles) await releaseFiles(query, [row.id], fileIds);
  if (fileIds.length > 0) await nameFilesIn(query, organizationId, [{ id: row.id, valuesJson: json }]);
  return { entries: row.bytes === 0 ? 1 : 0, bytes: bytes - row.bytes };
}

const REMOVE: Statement = {
  name: 'remove_collection_entries',
  text: 'DELETE FROM collection_entries WHERE collection_id = $1 AND id = ANY ($2::uuid[])',
};

/** Removes locked entries. */
export async function removeEntries(
  query: Query,
  collectionId: string,
  rows: readonly Pick<EntryRow, 'id' | 'bytes' | 'namesFiles'>[],
): Promise<Growth> {
  await query(REMOVE, [collectionId, plainArray(rows.map(({ id }) => id))]);
  const naming = rows.filter(({ namesFiles }) => namesFiles).map(({ id }) => id);
  if (naming.length > 0) await releaseFiles(query, naming, []);
  return {
    entries: -rows.filter(({ bytes }) => bytes > 0).length,
    bytes: -rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const RELEASE: Statement = {
  name: 'release_files_of_entries',
  text: `WITH gone AS (
      DELETE FROM file_uses WHERE session_id = ANY ($1::uuid[]) AND file_id <> ALL ($2::uuid[]) RETURNING file_id
    ), released AS (${expireReleased('gone')})
    SELECT 1 AS one FROM gone`,
};

/** @param retained files that the entry still references */
async function releaseFiles(query: Query, entryIds: readonly string[], retained: readonly string[]): Promise<void> {
  await query(RELEASE, [plainArray(entryIds), plainArray(retained)]);
}
