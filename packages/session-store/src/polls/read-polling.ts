import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** The state of polling a trigger. Times are ISO-8601 in UTC. */
export interface Polling {
  /** The result of the last poll; null if there was none yet. */
  last: { at: string; ok: boolean; message: string } | null;
  /** null if polling is paused. */
  nextAt: string | null;
  /** The number of consecutive failed polls, up to the last one. */
  failures: number;
}

const READ = statement<{ organizationId: string; workflowId: string; componentId: string }>()(
  'read_polling',
  `SELECT last_at AS at, last_ok AS ok, last_message AS message, next_at AS "nextAt", failures FROM polls
    WHERE organization_id = $organizationId AND workflow_id = $workflowId AND component_id = $componentId`,
  { at: 'timestamptz?', ok: 'bool?', message: 'text?', nextAt: 'timestamptz?', failures: 'int4' },
);

/** Returns null if the workflow is not published. */
export async function readPolling(
  sql: Sql,
  organizationId: string,
  workflowId: string,
  componentId: string,
): Promise<Polling | null> {
  const [row] = await sql.query(...READ.with({ organizationId, workflowId, componentId }));
  if (row === undefined) return null;
  const { at, ok, message, nextAt, failures } = row;
  const last = at === null || ok === null || message === null ? null : { at: at.toISOString(), ok, message };
  return { last, nextAt: nextAt?.toISOString() ?? null, failures };
}
