import type { Json, JsonObject } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';

/** A poll that is due, for one executor alone. */
export interface ClaimedPoll {
  workflowId: string;
  componentId: string;
  organizationId: string;
  definitionId: string;
  workflowVersion: number;
  type: string;
  config: JsonObject;
  output: string | null;
  hasFlow: boolean;
  /** null: the first one. */
  position: Json;
  /** As text: it may be larger than a number. */
  fence: string;
}

/** Organizations in turn. */
const CLAIM: Statement = {
  name: 'claim_polls',
  text: `WITH due AS (
      SELECT workflow_id, component_id, next_at,
        row_number() OVER (PARTITION BY organization_id ORDER BY next_at) AS turn
      FROM polls WHERE next_at <= statement_timestamp()
    ), chosen AS (
      SELECT p.workflow_id, p.component_id FROM polls p
      JOIN (SELECT * FROM due ORDER BY turn, next_at LIMIT $1) d USING (workflow_id, component_id)
      WHERE p.next_at <= statement_timestamp()
      FOR UPDATE OF p SKIP LOCKED
    )
    UPDATE polls p SET fence = p.fence + 1, next_at = clock_timestamp() + $2 * interval '1 millisecond'
    FROM chosen c WHERE p.workflow_id = c.workflow_id AND p.component_id = c.component_id
    RETURNING p.workflow_id AS "workflowId", p.component_id AS "componentId", p.organization_id AS "organizationId",
      p.definition_id AS "definitionId", p.workflow_version AS "workflowVersion", p.type, p.config, p.output,
      p.has_flow AS "hasFlow", p.position, p.fence::text`,
};

/**
 * Takes polls that are due. One that is not ended within `forMs`, because its executor died, is due again.
 * @param most at most so many
 */
export function claimPolls(sql: Sql, { most, forMs }: { most: number; forMs: number }): Promise<ClaimedPoll[]> {
  return sql.query<ClaimedPoll>(CLAIM, [most, forMs]);
}
