import type { Sql, Statement } from '../postgres/sql.ts';

const MAX_DELETED = 2_000;

/** Deletes old due times, except that of the last started session while it runs. */
const DELETE: Statement = {
  name: 'delete_old_due_times',
  text: `DELETE FROM due_times WHERE (workflow_id, component_id, due_at) IN (
      SELECT d.workflow_id, d.component_id, d.due_at FROM due_times d
      WHERE d.decided_at < now() - interval '30 days' AND d.status <> 'WAITING' AND NOT EXISTS (
        SELECT FROM sessions l WHERE l.id = d.session_id AND l.status NOT IN ('SUCCEEDED', 'FAILED', 'CANCELLED'))
      ORDER BY d.decided_at LIMIT ${MAX_DELETED})
    RETURNING due_at`,
};

/**
 * Deletes a limited number of due times that were decided more than 30 days ago.
 * @returns whether there may be more
 */
export async function deleteOldDueTimes(sql: Sql): Promise<boolean> {
  return (await sql.query(DELETE, [])).length === MAX_DELETED;
}
