import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { RECORD, RECORD_TYPES, type FileRecord } from './file-record.ts';

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
