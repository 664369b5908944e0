import type { Sql } from '../postgres/sql.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import { BACKLOGGED_ORGANIZATIONS } from './backlog-sql.ts';
import { isEnqueued, isInBacklog } from '../queued/queued-states.ts';

/** Maximum number of counted sessions of one organization's backlog. Above it the console shows "more than". */
const MAX_COUNTED = 10_000;

const RECORD = scoped()(
  'record_depths',
  (isServed) => `WITH RECURSIVE ${BACKLOGGED_ORGANIZATIONS}
    INSERT INTO session_counts AS c (organization_id, minute, waiting, running)
    SELECT organization_id, date_trunc('minute', now()), sum(waiting)::int, sum(running)::int FROM (
      SELECT s.organization_id, count(*) FILTER (WHERE s.status = 'QUEUED') AS waiting,
        count(*) FILTER (WHERE s.status = 'RUNNING') AS running
      FROM (SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) l
      CROSS JOIN LATERAL (SELECT organization_id, status FROM sessions
        WHERE id = l.id AND mode = 'PROD' AND ${isEnqueued()} OFFSET 0) s
      GROUP BY 1
      UNION ALL
      SELECT q.organization_id, b.waiting, 0 FROM backlogged q CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE n.mode = 'PROD') FROM (SELECT mode FROM sessions
          WHERE organization_id = q.organization_id AND ${isInBacklog()} LIMIT ${MAX_COUNTED}) n
      ) b (waiting)
      UNION ALL
      SELECT organization_id, count(*), 0 FROM flow_entries
      WHERE stage <> 'STARTED' AND starts_at IS NULL GROUP BY 1
    ) d WHERE organization_id IS NOT NULL${isServed('organization_id')}
      GROUP BY 1 HAVING sum(waiting) + sum(running) > 0 ORDER BY 1
    ON CONFLICT (organization_id, minute) DO UPDATE SET waiting = excluded.waiting, running = excluded.running`,
  {},
);

/** Records for the current minute how many PROD sessions of each organization wait and run. */
export async function recordDepths(sql: Sql, scope: Scope): Promise<void> {
  await sql.query(...RECORD.with(scope, {}));
}
