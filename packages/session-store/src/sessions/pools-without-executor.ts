import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isInBacklogByPrecedence } from '../queued/queued-states.ts';
import { isPoolAlive, POOL_WAITS_AFTER } from '../queued/session-pool.ts';

const MAX_SHOWN = 20;

/**
 * Finds pools. Sessions of pools without executors return to the backlog, so the statement need not search the queue.
 */
const FIND = statement<{ organizationId: string }>()(
  'find_pools_without_executor',
  `WITH RECURSIVE pools AS (
      SELECT (SELECT s.pool FROM sessions s
        WHERE s.organization_id = $organizationId AND ${isInBacklogByPrecedence('s')}
        ORDER BY s.pool LIMIT 1) AS pool
      UNION ALL
      SELECT (SELECT s.pool FROM sessions s
        WHERE s.organization_id = $organizationId AND ${isInBacklogByPrecedence('s')}
        AND s.pool > p.pool ORDER BY s.pool LIMIT 1)
      FROM pools p WHERE p.pool IS NOT NULL
    )
    SELECT pool FROM pools WHERE pool IS NOT NULL AND NOT ${isPoolAlive('pools.pool', POOL_WAITS_AFTER)}
    ORDER BY pool LIMIT ${MAX_SHOWN}`,
  { pool: 'text' },
);

/** Returns pools in which the organization's sessions wait and that have had no executor for a minute, at most 20. */
export async function findPoolsWithoutExecutor(sql: Sql, organizationId: string): Promise<string[]> {
  return (await sql.query(...FIND.with({ organizationId }))).map(({ pool }) => pool);
}
