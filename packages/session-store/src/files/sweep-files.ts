import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { expireReleased } from './file-uses.ts';

const MAX_USES = 500;
const MAX_FILES = 100;
/** Maximum number of chunks that one transaction deletes, each of a quarter of a mebibyte. */
const MAX_CHUNKS = 64;
/** The delay after a failure to delete an external object. */
const RETRY_AFTER = `interval '1 minute'`;

/** Makes references permanent, or deletes them, a day after they were made. Sessions are accepted long before that. */
const SETTLE_USES: Statement = {
  name: 'settle_file_uses',
  text: `WITH old AS MATERIALIZED (
      SELECT session_id, file_id FROM file_uses WHERE unsure_since < now() - interval '1 day'
      ORDER BY unsure_since LIMIT ${MAX_USES} FOR UPDATE SKIP LOCKED
    ), sure AS (
      UPDATE file_uses u SET unsure_since = NULL FROM old o JOIN sessions s ON s.id = o.session_id
      WHERE u.session_id = o.session_id AND u.file_id = o.file_id
    ), gone AS (
      DELETE FROM file_uses u USING old o WHERE u.session_id = o.session_id AND u.file_id = o.file_id
        AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = o.session_id)
      RETURNING u.file_id
    ), released AS (${expireReleased('gone')})
    SELECT 1 AS one FROM old`,
};

/** Takes the lock that a deletion takes, so that nobody references these files until the commit. */
const LOCK_EXPIRED = statement()(
  'lock_expired_files',
  `SELECT id FROM files WHERE expires_at < now() AND state <> 'DELETING'
    ORDER BY expires_at LIMIT ${MAX_FILES} FOR UPDATE SKIP LOCKED`,
  { id: 'uuid' },
);

/** Runs after the lock, so that it sees every reference. Retains referenced files. */
const JUDGE_EXPIRED: Statement = {
  name: 'judge_expired_files',
  text: `WITH judged AS MATERIALIZED (
      SELECT f.id, f.state = 'STORED' AND EXISTS (SELECT FROM file_uses u WHERE u.file_id = f.id) AS used
      FROM files f WHERE f.id = ANY ($1::uuid[])
    )
    UPDATE files f SET expires_at = CASE WHEN NOT j.used THEN now() END,
      state = CASE WHEN j.used THEN f.state ELSE 'DELETING' END
    FROM judged j WHERE f.id = j.id`,
};

const FIND_DELETING = statement()(
  'find_deleting_files',
  `SELECT id, object_key AS "objectKey", upload_id AS "uploadId" FROM files
    WHERE state = 'DELETING' AND expires_at <= now() ORDER BY expires_at LIMIT ${MAX_FILES}`,
  { id: 'uuid', objectKey: 'text?', uploadId: 'text?' },
);

const DELETE_CHUNKS: Statement = {
  name: 'delete_file_chunks',
  text: `DELETE FROM file_chunks WHERE file_id = $1 AND number = ANY (ARRAY(
      SELECT number FROM file_chunks WHERE file_id = $1 ORDER BY number LIMIT ${MAX_CHUNKS})) RETURNING 1`,
};

const DELETE_FILE: Statement = {
  name: 'delete_file',
  text: `DELETE FROM files WHERE id = $1 AND state = 'DELETING'`,
};

const RETRY_LATER: Statement = {
  name: 'delete_file_later',
  text: `UPDATE files SET expires_at = now() + ${RETRY_AFTER} WHERE id = $1 AND state = 'DELETING'`,
};

/** The object of a file in the external store. */
interface OutsideObject {
  objectKey: string;
  /** A multipart upload that was never completed. */
  uploadId: string | null;
}

interface DeletingFile {
  id: string;
  objectKey: string | null;
  uploadId: string | null;
}

/**
 * Deletes some of the files that nothing references. A file's row is deleted last, so the next sweep continues if a
 * process dies.
 * @param deleteOutside deletes an object; after a failure the row remains for a later sweep
 * @returns the number of deleted files, the failures, and whether another call can follow immediately
 */
export async function sweepFiles(
  sql: Sql,
  deleteOutside: (object: OutsideObject) => Promise<void>,
): Promise<{ deleted: number; failures: unknown[]; more: boolean }> {
  const settled = await sql.query(SETTLE_USES, []);
  const expired = await sql.transaction(async (query) => {
    const locked = await query(...LOCK_EXPIRED.with({}));
    if (locked.length > 0) await query(JUDGE_EXPIRED, [plainArray(locked.map(({ id }) => id))]);
    return locked.length;
  });
  const deleting = await sql.query(...FIND_DELETING.with({}));
  const failures: unknown[] = [];
  let deleted = 0;
  for (const file of deleting) {
    try {
      await deleteFile(sql, file, deleteOutside);
      deleted += 1;
    } catch (error) {
      failures.push(error);
      await sql.query(RETRY_LATER, [file.id]);
    }
  }
  const more = settled.length === MAX_USES || expired === MAX_FILES || deleting.length === MAX_FILES;
  return { deleted, failures, more };
}

async function deleteFile(
  sql: Sql,
  { id, objectKey, uploadId }: DeletingFile,
  deleteOutside: (object: OutsideObject) => Promise<void>,
): Promise<void> {
  if (objectKey !== null) await deleteOutside({ objectKey, uploadId });
  while ((await sql.query(DELETE_CHUNKS, [id])).length === MAX_CHUNKS);
  await sql.query(DELETE_FILE, [id]);
}

const FIND_ROWS = statement<{ fileIds: SqlArray }>()(
  'find_files_of_objects',
  'SELECT object_key AS "objectKey" FROM files WHERE id = ANY ($fileIds::uuid[])',
  { objectKey: 'text?' },
);

/**
 * Returns the keys of objects without a row, which a restored backup may have lost. `objects` maps the ids of files to
 * keys.
 */
export async function findOrphans(sql: Sql, objects: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await sql.query(...FIND_ROWS.with({ fileIds: plainArray([...objects.keys()]) }));
  const existingKeys = new Set(rows.map(({ objectKey }) => objectKey));
  return [...objects.values()].filter((key) => !existingKeys.has(key));
}
