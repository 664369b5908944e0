import { statement } from '../postgres/named-statement.ts';
import { walkOrganizations } from '../postgres/organizations-with.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { firstUuidv7At } from '../ids/uuidv7-time.ts';
import { readClock } from '../postgres/read-clock.ts';

export const DAY_MS = 86_400_000;

/** Sessions that are retained for the same time. */
export interface RetentionScope {
  organizationId: string;
  /** Null for all workflows. */
  workflowId: string | null;
  days: number;
  /** Sessions created before this are old enough to delete, if they have ended. */
  before: string;
}

/**
 * Reads organizations with sessions, by one step of the index each, and workflows that retain sessions for less time.
 */
const READ_DAYS = statement<{ sessionDays: number }>()(
  'read_retention_days',
  `WITH RECURSIVE ${walkOrganizations('present', 'sessions')}, organizations_days AS (
      SELECT p.organization_id, coalesce(q.retention_days, $sessionDays::int) AS days
      FROM present p LEFT JOIN organization_quotas q ON q.organization_id = p.organization_id
      WHERE p.organization_id IS NOT NULL
    )
    SELECT organization_id AS "organizationId", NULL AS "workflowId", days FROM organizations_days
    UNION ALL SELECT w.organization_id, w.id, w.retention_days
    FROM workflows w JOIN organizations_days o ON o.organization_id = w.organization_id
    WHERE w.retention_days < o.days`,
  { organizationId: 'uuid', workflowId: 'uuid?', days: 'int4' },
);

const KEEP_OLD = statement<Record<'organizationIds' | 'workflowIds' | 'before', SqlArray>>()(
  'find_scopes_with_old_sessions',
  `SELECT s.number::int - 1 AS index
    FROM unnest($organizationIds::uuid[], $workflowIds::uuid[], $before::uuid[])
      WITH ORDINALITY AS s(organization_id, workflow_id, before, number)
    WHERE CASE WHEN s.workflow_id IS NULL
      THEN EXISTS (SELECT FROM sessions x WHERE x.organization_id = s.organization_id AND x.id < s.before)
      ELSE EXISTS (SELECT FROM sessions x WHERE x.workflow_id = s.workflow_id AND x.id < s.before) END`,
  { index: 'int4' },
);

/**
 * Returns the scopes with sessions that may be due.
 * @param sessionDays applies if neither organization nor workflow sets days
 */
export async function findRetentionScopes(sql: Sql, sessionDays: number): Promise<RetentionScope[]> {
  const rows = await sql.query(...READ_DAYS.with({ sessionDays }));
  const nowMs = (await readClock(sql)).getTime();
  const scopes = rows.map((row) => ({ ...row, before: firstUuidv7At(new Date(nowMs - row.days * DAY_MS)) }));
  const dueScopes = await sql.query(
    ...KEEP_OLD.with({
      organizationIds: plainArray(scopes.map(({ organizationId }) => organizationId)),
      workflowIds: plainArray(scopes.map(({ workflowId }) => workflowId)),
      before: plainArray(scopes.map(({ before }) => before)),
    }),
  );
  return dueScopes.flatMap(({ index }) => scopes[index] ?? []);
}
