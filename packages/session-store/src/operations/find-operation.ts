import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

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

const FIND = statement<{ id: string; organizationId: string }, OperationRow>()(
  'find_operation',
  `SELECT ${COLUMNS} FROM operations WHERE id = $id AND organization_id = $organizationId`,
  {
    id: 'uuid',
    action: 'text',
    status: 'operation_status',
    matched: 'int4',
    done: 'int4',
    failed: 'int4',
    startedAt: 'timestamptz',
    finishedAt: 'timestamptz?',
  },
);

/** Waits for the part that is being processed, and counts its sessions. */
const STOP = statement<{ id: string; organizationId: string }>()(
  'stop_operation',
  `UPDATE operations SET status = 'STOPPED', finished_at = clock_timestamp()
    WHERE id = $id AND organization_id = $organizationId AND status = 'RUNNING' RETURNING id`,
  { id: 'uuid' },
);

const DELETE_PARTS = statement<{ id: string }>()(
  'delete_operation_parts',
  'DELETE FROM operation_parts WHERE operation_id = $id',
  {},
);

/** Returns null if the organization has no such operation. */
export async function findOperation(sql: Sql, organizationId: string, id: string): Promise<OperationView | null> {
  const [row] = await sql.query(...FIND.with({ id, organizationId }));
  if (row === undefined) return null;
  return { ...row, startedAt: row.startedAt.toISOString(), finishedAt: row.finishedAt?.toISOString() ?? null };
}

/**
 * Stops the operation, so that it changes no further session.
 * @returns the operation, even if it had ended; null if not found
 */
export async function stopOperation(sql: Sql, organizationId: string, id: string): Promise<OperationView | null> {
  await sql.transaction(async (query) => {
    const stopped = await query(...STOP.with({ id, organizationId }));
    if (stopped.length > 0) await query(...DELETE_PARTS.with({ id }));
  });
  return findOperation(sql, organizationId, id);
}
