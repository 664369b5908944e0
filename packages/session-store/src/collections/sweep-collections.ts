import { plainArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { removeEntries, type EntryRow, type Growth } from './entries.ts';

/** Maximum number of entries that one transaction deletes. */
const MAX_ENTRIES = 500;

type SweptRow = Pick<EntryRow, 'id' | 'bytes' | 'namesFiles'> & { collectionId: string };

/** SQL of the columns of a `SweptRow`. */
const SWEPT = `e.id, e.bytes, e.names_files AS "namesFiles", e.collection_id AS "collectionId"`;
const SWEPT_TYPES = { id: 'uuid', bytes: 'int4', namesFiles: 'bool', collectionId: 'uuid' } as const;

/** Skips locked entries, because their writer is about to replace them. */
const LOCK_EXPIRED = statement<object, SweptRow>()(
  'lock_expired_entries',
  `SELECT ${SWEPT} FROM collection_entries e WHERE e.expires_at < now()
    ORDER BY e.expires_at LIMIT ${MAX_ENTRIES} FOR UPDATE SKIP LOCKED`,
  SWEPT_TYPES,
);

const LOCK_DELETED = statement()(
  'lock_deleted_collection',
  `SELECT id FROM collections WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  { id: 'uuid' },
);

const LOCK_ITS_ENTRIES = statement<{ collectionId: string }, SweptRow>()(
  'lock_entries_of_deleted_collection',
  `SELECT ${SWEPT} FROM collection_entries e WHERE e.collection_id = $collectionId LIMIT ${MAX_ENTRIES} FOR UPDATE`,
  SWEPT_TYPES,
);

const DELETE: Statement = { name: 'delete_collection', text: 'DELETE FROM collections WHERE id = $1' };

const SHRINK: Statement = {
  name: 'shrink_collections',
  text: `WITH locked AS MATERIALIZED (
      SELECT c.id FROM collections c WHERE c.id = ANY ($1::uuid[]) ORDER BY c.id FOR NO KEY UPDATE
    )
    UPDATE collections c SET entries = c.entries + g.entries, bytes = c.bytes + g.bytes
    FROM unnest($1::uuid[], $2::int[], $3::int[]) AS g(id, entries, bytes), locked l WHERE c.id = g.id AND l.id = g.id`,
};

/** The result of one transaction of the sweep. */
interface SweptEntries {
  deleted: number;
  /** True if the next transaction can follow immediately. */
  more: boolean;
}

/** Deletes some expired entries, and some entries of a deleted collection. */
export async function sweepCollections(sql: Sql): Promise<SweptEntries> {
  const expired = await sql.transaction(deleteExpired);
  const remaining = await sql.transaction(deleteOfDeleted);
  return { deleted: expired + remaining.deleted, more: expired === MAX_ENTRIES || remaining.more };
}

async function deleteExpired(query: Query): Promise<number> {
  const rows = await query(...LOCK_EXPIRED.with({}));
  if (rows.length === 0) return 0;
  const growths = new Map<string, Growth>();
  for (const [collectionId, ofCollection] of Map.groupBy(rows, (row) => row.collectionId))
    growths.set(collectionId, await removeEntries(query, collectionId, ofCollection));
  const counted = [...growths.values()];
  await query(SHRINK, [
    plainArray([...growths.keys()]),
    plainArray(counted.map(({ entries }) => entries)),
    plainArray(counted.map(({ bytes }) => bytes)),
  ]);
  return rows.length;
}

async function deleteOfDeleted(query: Query): Promise<SweptEntries> {
  const [collection] = await query(...LOCK_DELETED.with({}));
  if (collection === undefined) return { deleted: 0, more: false };
  const rows = await query(...LOCK_ITS_ENTRIES.with({ collectionId: collection.id }));
  if (rows.length > 0) await removeEntries(query, collection.id, rows);
  else await query(DELETE, [collection.id]);
  return { deleted: rows.length, more: true };
}
