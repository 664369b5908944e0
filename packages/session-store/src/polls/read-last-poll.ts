import type { Sql, Statement } from '../postgres/sql.ts';

/** What came of the last poll. */
export interface LastPoll {
  at: string;
  ok: boolean;
  message: string;
}

const READ: Statement = {
  name: 'read_last_poll',
  text: `SELECT last_at AS at, last_ok AS ok, last_message AS message FROM polls
    WHERE organization_id = $1 AND workflow_id = $2 AND component_id = $3 AND last_at IS NOT NULL`,
};

/** null: it was not polled yet, or is not published. */
export async function readLastPoll(
  sql: Sql,
  organizationId: string,
  workflowId: string,
  componentId: string,
): Promise<LastPoll | null> {
  const [row] = await sql.query<Omit<LastPoll, 'at'> & { at: Date }>(READ, [organizationId, workflowId, componentId]);
  return row === undefined ? null : { ...row, at: row.at.toISOString() };
}
