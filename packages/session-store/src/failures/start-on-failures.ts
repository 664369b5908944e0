import type { Definition, Json, JsonObject } from '@workflow/workflow-model';
import { startSessions, type ReadyStarts, type StartTools } from '../acceptance/start-sessions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { findFailures, type Failure } from './find-failures.ts';

/** Triggers that hear of one failure. */
const MAX_TRIGGERS = 20;

/**
 * Published triggers that hear of failures of the organization's workflows, and what they run. Those of the workflow
 * that its settings name hear of all.
 */
const FIND_TRIGGERS: Statement = {
  name: 'find_error_triggers',
  text: `SELECT t.workflow_id AS "workflowId", t.component_id AS "componentId", t.organization_id AS "organizationId",
      t.definition_id AS "definitionId", t.workflow_version AS "workflowVersion", t.output,
      t.all_workflows OR o.failure_workflow_id IS NOT DISTINCT FROM t.workflow_id AS "allWorkflows",
      t.workflow_ids AS "workflowIds", d.content AS definition
    FROM error_triggers t JOIN definitions d ON d.id = t.definition_id
      LEFT JOIN organizations o ON o.id = t.organization_id
    WHERE t.organization_id = ANY ($1::uuid[]) ORDER BY t.workflow_id, t.component_id`,
};

interface ErrorTrigger {
  workflowId: string;
  componentId: string;
  organizationId: string;
  definitionId: string;
  workflowVersion: number;
  output: string | null;
  allWorkflows: boolean;
  workflowIds: string[];
  definition: Definition;
}

/** Ids of the sessions that failures start, the same in each attempt of a transaction. */
export class FailureSessionIds {
  readonly #ids = new Map<string, string>();

  of(failure: Failure, { componentId, workflowId }: ErrorTrigger): string {
    const key = `${failure.id} ${workflowId} ${componentId}`;
    const known = this.#ids.get(key) ?? timeOrderedId();
    this.#ids.set(key, known);
    return known;
  }
}

/** What a transaction ended. */
export interface HeardFailures {
  /** Sessions for which `isHeard` was true. */
  heard: readonly string[];
  ids: FailureSessionIds;
  ready: ReadyStarts;
}

/**
 * Starts what hears of failed sessions, in the transaction that ends them. The sessions are in the backlog, from which
 * the dispatcher feeds them.
 * @throws what ends the attempt of a transaction whose parts are not ready
 */
export async function startOnFailures(
  query: Query,
  tools: StartTools,
  { heard, ids, ready }: HeardFailures,
): Promise<void> {
  if (heard.length === 0) return;
  const failures = await findFailures(query, heard);
  if (failures.length === 0) return;
  const organizationIds = [...new Set(failures.map(({ organizationId }) => organizationId))];
  const triggers = await query<ErrorTrigger>(FIND_TRIGGERS, [plainArray(organizationIds)]);
  const starts = failures.flatMap((failure) => startsOf(failure, triggers, ids));
  const sessions = starts.map(({ sessionId: id, failure, trigger, definition, definitionId, values }) => ({
    id,
    organizationId: trigger.organizationId,
    workflowId: trigger.workflowId,
    definition,
    definitionId,
    workflowVersion: trigger.workflowVersion,
    componentId: trigger.componentId,
    trigger: 'ERROR' as const,
    mode: 'PROD' as const,
    values,
    startedBy: null,
    origin: { requestId: failure.requestId, trace: null },
  }));
  await startSessions(query, sessions, ready, tools);
}

function startsOf(failure: Failure, triggers: readonly ErrorTrigger[], ids: FailureSessionIds) {
  const hearing = triggers.filter(
    ({ organizationId, allWorkflows, workflowIds }) =>
      organizationId === failure.organizationId && (allWorkflows || workflowIds.includes(failure.workflowId)),
  );
  return hearing.slice(0, MAX_TRIGGERS).map((trigger) => {
    const { definition, definitionId, output } = trigger;
    const sessionId = ids.of(failure, trigger);
    return { failure, trigger, definition, definitionId, sessionId, values: valuesOf(output, failure.shown) };
  });
}

/** By dotted keys, as a caller would send them in place of the trigger. */
function valuesOf(output: string | null, shown: object): JsonObject {
  if (output === null) return {};
  const values: JsonObject = {};
  for (const [key, value] of Object.entries(shown) as [string, Json][])
    if (key === 'error' && value !== null)
      for (const [name, part] of Object.entries(value)) values[`${output}.error.${name}`] = part as Json;
    else values[`${output}.${key}`] = value;
  return values;
}
