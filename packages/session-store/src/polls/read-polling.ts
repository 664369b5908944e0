import type { Sql, Statement } from '../postgres/sql.ts';

/** How polling a trigger goes. Times are ISO-8601 in UTC. */
export interface Polling {
  /** What came of the last poll; null: there was none yet. */
  last: { at: string; ok: boolean; message: string } | null;
  /** null: it is paused. */
  nextAt: string | null;
  /** Polls that failed one after another, up to the last one. */
  failures: number;
}

const READ: Statement = {
  name: 'read_polling',
  text: `SELECT last_at AS at, last_ok AS ok, last_message AS message, next_at AS "nextAt", failures FROM polls
    WHERE organization_id = $1 AND workflow_id = $2 AND component_id = $3`,
};

interface Row {
  at: Date | null;
  ok: boolean;
  message: string;
  nextAt: Date | null;
  failures: number;
}

/** null: it is not published. */
export async function readPolling(
  sql: Sql,
  organizationId: string,
  workflowId: string,
  componentId: string,
): Promise<Polling | null> {
  const [row] = await sql.query<Row>(READ, [organizationId, workflowId, componentId]);
  if (row === undefined) return null;
  const { at, ok, message, nextAt, failures } = row;
  const last = at === null ? null : { at: at.toISOString(), ok, message };
  return { last, nextAt: nextAt?.toISOString() ?? null, failures };
}
