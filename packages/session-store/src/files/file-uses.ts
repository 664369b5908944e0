import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query, Statement, Sql } from '../postgres/sql.ts';
import { RECORD, RECORD_TYPES, type FileRecord } from './file-record.ts';

/** Maximum number of files that one session references. */
export const MAX_FILES_NAMED = 1_000;

/** Matches a value of type FILE within JSON text, also if that text is a string within JSON. */
const NAMED = /\bfileId\\*":\s*\\*"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\\*"/gi;

/** Returns the ids of files that values reference, in any place and type. Most texts have none. */
export function fileIdsIn(json: string): string[] {
  if (!json.includes('fileId')) return [];
  const ids = new Set<string>();
  for (const [, id] of json.matchAll(NAMED)) {
    if (id !== undefined) ids.add(id.toLowerCase());
    if (ids.size >= MAX_FILES_NAMED) break;
  }
  return [...ids];
}

/** Writes the references of new sessions to files. Ids that no file has are left out. */
const NAME_OF_NEW_SESSIONS: Statement = {
  name: 'name_files_of_sessions',
  text: `WITH named AS MATERIALIZED (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS n(session_id, file_id)),
    found AS MATERIALIZED (
      SELECT f.id FROM files f WHERE f.id IN (SELECT file_id FROM named) AND f.organization_id = $3
        AND f.state = 'STORED'
      ORDER BY f.id FOR KEY SHARE
    )
    INSERT INTO file_uses (session_id, file_id, organization_id, unsure_since)
    SELECT n.session_id, n.file_id, $3, NULL FROM named n JOIN found f ON f.id = n.file_id
    ON CONFLICT DO NOTHING`,
};

/**
 * References the files in the values of sessions of one organization, in the transaction that creates these sessions.
 */
export async function nameFilesIn(
  query: Query,
  organizationId: string,
  sessions: readonly { id: string; valuesJson: string }[],
): Promise<void> {
  const pairs = sessions.flatMap(({ id, valuesJson }) => fileIdsIn(valuesJson).map((fileId) => [id, fileId] as const));
  if (pairs.length === 0) return;
  await query(NAME_OF_NEW_SESSIONS, [
    plainArray(pairs.map(([sessionId]) => sessionId)),
    plainArray(pairs.map(([, fileId]) => fileId)),
    organizationId,
  ]);
}

/**
 * Returns SQL: files whose uses `released` (`file_id`) were deleted are examined again, and deleted if nothing
 * references them.
 */
export function expireReleased(released: string): string {
  return `UPDATE files SET expires_at = now() WHERE id = ANY (ARRAY(
      SELECT id FROM files WHERE id IN (SELECT file_id FROM ${released}) ORDER BY id FOR NO KEY UPDATE))`;
}

/**
 * Locks the same rows as the sweep: either the sweep sees this reference, or this statement finds that the file is
 * deleted. The use is provisional until its session exists.
 */
const NAME = statement<{ organizationId: string; sessionId: string; fileIds: SqlArray }, FileRecord>()(
  'name_files',
  `WITH found AS MATERIALIZED (
      SELECT ${RECORD} FROM files f
      WHERE f.id = ANY ($fileIds::uuid[]) AND f.organization_id = $organizationId AND f.state = 'STORED'
      ORDER BY f.id FOR KEY SHARE
    ), named AS (
      INSERT INTO file_uses (session_id, file_id, organization_id) SELECT $sessionId, "fileId", $organizationId
      FROM found
      ON CONFLICT DO NOTHING
    )
    SELECT * FROM found`,
  RECORD_TYPES,
);

/**
 * References files for a session that is about to be accepted, so that they exist as long as the session. If the
 * session is refused, the references end a day later.
 * @returns the files that the organization has
 */
export function nameFiles(
  sql: Sql,
  organizationId: string,
  sessionId: string,
  fileIds: readonly string[],
): Promise<FileRecord[]> {
  return sql.query(...NAME.with({ organizationId, sessionId, fileIds: plainArray(fileIds) }));
}
