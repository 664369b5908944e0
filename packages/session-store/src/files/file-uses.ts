import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';

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
const NAME: Statement = {
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
  await query(NAME, [
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
