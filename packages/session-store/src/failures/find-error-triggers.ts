import type { Definition } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';

/** Maximum number of triggers that start sessions for one failure. */
const MAX_TRIGGERS = 20;

/**
 * Finds published triggers that start for failures of each workflow, without their definitions. Triggers of the
 * workflow in the organization's settings start for failures of all workflows.
 */
const FIND = statement<{ organizationId: string; workflowIds: SqlArray }>()(
  'find_error_triggers',
  `SELECT f.workflow_id AS "failedWorkflowId", t.* FROM unnest($workflowIds::uuid[]) AS f(workflow_id)
    LEFT JOIN organizations o ON o.id = $organizationId CROSS JOIN LATERAL (
      SELECT t.workflow_id AS "workflowId", t.component_id AS "componentId", t.definition_id AS "definitionId",
        t.workflow_version AS "workflowVersion", t.output
      FROM error_triggers t WHERE t.organization_id = $organizationId
        AND (t.all_workflows OR o.failure_workflow_id = t.workflow_id OR f.workflow_id = ANY (t.workflow_ids))
      ORDER BY t.workflow_id, t.component_id LIMIT ${MAX_TRIGGERS}) t`,
  {
    failedWorkflowId: 'uuid',
    workflowId: 'uuid',
    componentId: 'uuid',
    definitionId: 'uuid',
    workflowVersion: 'int4',
    output: 'text?',
  },
);

export interface ErrorTrigger {
  workflowId: string;
  componentId: string;
  definitionId: string;
  workflowVersion: number;
  output: string | null;
}

/** Returns the triggers to start by the workflow that failed, at most 20 for each. */
export async function findErrorTriggers(
  query: Query,
  organizationId: string,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, ErrorTrigger[]>> {
  const ids = [...new Set(workflowIds)];
  if (ids.length === 0) return new Map();
  const rows = await query(...FIND.with({ organizationId, workflowIds: plainArray(ids) }));
  return Map.groupBy(rows, ({ failedWorkflowId }) => failedWorkflowId);
}

const READ_DEFINITION = statement<{ definitionId: string }, { definition: Definition }>()(
  'read_definition_to_start',
  `SELECT ${orderedColumn('d', 'content', 'ordered_content')} AS definition
    FROM definitions d WHERE d.id = $definitionId`,
  { definition: 'json' },
);

/** Caches definitions. Each is read once by a separate statement, because it may be large. */
export class StartedDefinitions {
  readonly #read = new Map<string, Definition>();

  async of(query: Query, id: string): Promise<Definition | undefined> {
    const cached = this.#read.get(id);
    if (cached !== undefined) return cached;
    const [row] = await query(...READ_DEFINITION.with({ definitionId: id }));
    if (row !== undefined) this.#read.set(id, row.definition);
    return row?.definition;
  }
}
