import type { SessionStatus } from '@workflow/workflow-model';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** The sessions that one component of a session started in one run. */
export interface StartedSessions {
  componentId: string;
  run: number;
  total: number;
  /** The number by status. Statuses that no session has are left out. */
  statuses: Partial<Record<SessionStatus, number>>;
}

/**
 * Counts children. It reads few rows, because a component starts a limited number of sessions, and the unique index of
 * children finds them.
 */
const COUNT = statement<{ sessionId: string; organizationId: string }, StartedSessions>()(
  'count_children',
  `SELECT c.component_id AS "componentId", c.run, sum(c.count)::int AS total,
      json_object_agg(c.status, c.count) AS statuses
    FROM (SELECT s.parent_component_id AS component_id, s.parent_run AS run, s.status, count(*)::int AS count
      FROM sessions s WHERE s.parent_id = $sessionId AND s.organization_id = $organizationId
        AND s.parent_component_id IS NOT NULL AND NOT ${isDeletedAbove('s')} GROUP BY 1, 2, 3) c
    GROUP BY 1, 2 ORDER BY 2, 1`,
  { componentId: 'uuid', run: 'int4', total: 'int4', statuses: 'json' },
);

/**
 * Returns how many sessions the components of a session started, for each component and run. The list is empty for a
 * session of another organization.
 */
export function countChildren(sql: Sql, organizationId: string, sessionId: string): Promise<StartedSessions[]> {
  return sql.query(...COUNT.with({ sessionId, organizationId }));
}
