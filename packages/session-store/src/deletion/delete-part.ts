import type { Sql, Statement } from '../postgres/sql.ts';
import { deleteRowsPart } from './delete-rows.ts';

/** Maximum number of deleted sessions whose rows one transaction deletes. */
const MAX_SESSIONS = 50;

const LOCK: Statement = {
  name: 'lock_deleted_sessions',
  text: `SELECT session_id AS id FROM deleted_sessions WHERE organization_id = $1
    ORDER BY session_id LIMIT ${MAX_SESSIONS} FOR UPDATE SKIP LOCKED`,
};

/**
 * Deletes some of the remaining rows of an organization's deleted sessions, in one transaction of limited rows and
 * bytes. If the process dies, another one continues.
 *
 * @returns false if there was nothing to do, or another process does it
 */
export function deletePart(sql: Sql, organizationId: string): Promise<boolean> {
  return sql.transaction(async (query) => {
    const sessions = await query<{ id: string }>(LOCK, [organizationId]);
    if (sessions.length === 0) return false;
    return deleteRowsPart(
      query,
      sessions.map(({ id }) => id),
    );
  });
}
