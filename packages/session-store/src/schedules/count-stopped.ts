import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

const COUNT = statement()(
  'count_stopped_schedules',
  `SELECT count(*)::int AS stopped FROM schedules s
    JOIN workflows w ON w.id = s.workflow_id JOIN organizations o ON o.id = s.organization_id
    WHERE s.next_at IS NULL AND s.until_at IS NULL AND w.paused_at IS NULL AND o.paused_at IS NULL`,
  { stopped: 'int4' },
);

/** Counts published schedules that have no next time and are not paused. Each indicates a fault. */
export async function countStopped(sql: Sql): Promise<number> {
  const [row] = await sql.query(COUNT, []);
  return row?.stopped ?? 0;
}
