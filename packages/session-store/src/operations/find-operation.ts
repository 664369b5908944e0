import type { Sql, Statement } from '../postgres/sql.ts';

export const OPERATION_STATUSES = ['RUNNING', 'DONE', 'STOPPED', 'FAILED'] as const;

/** An operation as the API shows it. Times are ISO-8601 in UTC. */
export interface OperationView {
  id: string;
  action: 'cancel' | 'retry';
  status: (typeof OPERATION_STATUSES)[number];
  /** Sessions that matched when it was accepted. */
  matched: number;
  /** Sessions that it changed. */
  done: number;
  /** Sessions that had changed before their turn, so that the action was not possible. */
  failed: number;
  startedAt: string;
  finishedAt: string | null;
}

type OperationRow = Omit<OperationView, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null };

const COLUMNS = `id, lower(action::text) AS action, status, matched, done, failed, started_at AS "startedAt",
  finished_at AS "finishedAt"`;

const FIND: Statement = {
  name: 'find_operation',
  text: `SELECT ${COLUMNS} FROM operations WHERE id = $1 AND organization_id = $2`,
};

/** Waits for the part that is being processed, and counts its sessions. */
const STOP: Statement = {
  name: 'stop_operation',
  text: `UPDATE operations SET status = 'STOPPED', finished_at = clock_timestamp()
    WHERE id = $1 AND organization_id = $2 AND status = 'RUNNING' RETURNING id`,
};

const DELETE_PARTS: Statement = {
  name: 'delete_operation_parts',
  text: 'DELETE FROM operation_parts WHERE operation_id = $1',
};

/** Returns null if the organization has no such operation. */
export async function findOperation(sql: Sql, organizationId: string, id: string): Promise<OperationView | null> {
  const [row] = await sql.query<OperationRow>(FIND, [id, organizationId]);
  if (row === undefined) return null;
  return { ...row, startedAt: row.startedAt.toISOString(), finishedAt: row.finishedAt?.toISOString() ?? null };
}

/**
 * Stops the operation, so that it changes no further session.
 * @returns the operation, even if it had ended; null if not found
 */
export async function stopOperation(sql: Sql, organizationId: string, id: string): Promise<OperationView | null> {
  await sql.transaction(async (query) => {
    const stopped = await query(STOP, [id, organizationId]);
    if (stopped.length > 0) await query(DELETE_PARTS, [id]);
  });
  return findOperation(sql, organizationId, id);
}
