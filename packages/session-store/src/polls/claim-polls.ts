import type { Json, JsonObject } from '@workflow/workflow-model';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** A due poll that one executor claimed. */
export interface ClaimedPoll {
  workflowId: string;
  componentId: string;
  organizationId: string;
  definitionId: string;
  workflowVersion: number;
  type: string;
  config: JsonObject;
  output: string | null;
  hasRules: boolean;
  /** null for the first poll. */
  position: Json;
  /** The number of consecutive failed polls before this one. */
  failures: number;
  /** A decimal string: the value may exceed `Number.MAX_SAFE_INTEGER`. */
  fence: string;
}

/** Claims polls. Organizations take turns, those with fewer running polls first. */
const CLAIM = statement<
  { limit: number; forMs: number; busyOrganizations: SqlArray; busyCounts: SqlArray; limitPerOrganization: number },
  ClaimedPoll
>()(
  'claim_polls',
  `WITH due AS (
      SELECT p.workflow_id, p.component_id, p.next_at,
        coalesce(u.count, 0) + row_number() OVER (PARTITION BY p.organization_id ORDER BY p.next_at) AS turn
      FROM polls p LEFT JOIN unnest($busyOrganizations::uuid[], $busyCounts::int[]) AS u(organization_id, count)
        USING (organization_id)
      WHERE p.next_at <= statement_timestamp()
    ), chosen AS (
      SELECT p.workflow_id, p.component_id FROM polls p
      JOIN (SELECT * FROM due WHERE turn <= $limitPerOrganization ORDER BY turn, next_at LIMIT $limit) d
        USING (workflow_id, component_id)
      WHERE p.next_at <= statement_timestamp()
      FOR UPDATE OF p SKIP LOCKED
    )
    UPDATE polls p SET fence = p.fence + 1, next_at = clock_timestamp() + $forMs * interval '1 millisecond'
    FROM chosen c WHERE p.workflow_id = c.workflow_id AND p.component_id = c.component_id
    RETURNING p.workflow_id AS "workflowId", p.component_id AS "componentId", p.organization_id AS "organizationId",
      p.definition_id AS "definitionId", p.workflow_version AS "workflowVersion", p.type, p.config, p.output,
      p.has_flow AS "hasRules", p.position, p.failures, p.fence::text`,
  {
    workflowId: 'uuid',
    componentId: 'uuid',
    organizationId: 'uuid',
    definitionId: 'uuid',
    workflowVersion: 'int4',
    type: 'text',
    config: 'jsonb',
    output: 'text?',
    hasRules: 'bool',
    position: 'jsonb?',
    failures: 'int4',
    fence: 'text',
  },
);

interface PollClaim {
  /** Maximum number of polls to claim. */
  limit: number;
  forMs: number;
  /** The number of running polls by organization. */
  runningByOrganization: ReadonlyMap<string, number>;
  /** Maximum number of polls of one organization, including running ones. */
  limitPerOrganization: number;
}

/** Claims due polls. A poll is due again if it does not end within `forMs`, because its executor may have died. */
export function claimPolls(sql: Sql, { runningByOrganization, ...limits }: PollClaim): Promise<ClaimedPoll[]> {
  return sql.query(
    ...CLAIM.with({
      ...limits,
      busyOrganizations: plainArray([...runningByOrganization.keys()]),
      busyCounts: plainArray([...runningByOrganization.values()]),
    }),
  );
}
