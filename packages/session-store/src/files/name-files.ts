import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { RECORD, type FileRecord } from './file-record.ts';

/**
 * Locks the same rows as the sweep: either the sweep sees this reference, or this statement finds that the file is
 * deleted. The use is provisional until its session exists.
 */
const NAME: Statement = {
  name: 'name_files',
  text: `WITH found AS MATERIALIZED (
      SELECT ${RECORD} FROM files f
      WHERE f.id = ANY ($3::uuid[]) AND f.organization_id = $1 AND f.state = 'STORED' ORDER BY f.id FOR KEY SHARE
    ), named AS (
      INSERT INTO file_uses (session_id, file_id, organization_id) SELECT $2, "fileId", $1 FROM found
      ON CONFLICT DO NOTHING
    )
    SELECT * FROM found`,
};

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
  return sql.query<FileRecord>(NAME, [organizationId, sessionId, plainArray(fileIds)]);
}
