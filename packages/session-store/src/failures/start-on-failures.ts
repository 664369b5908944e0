import type { Definition, Json, JsonObject } from '@workflow/workflow-model';
import {
  startingTransaction,
  startSessions,
  type StartingSession,
  type StartTools,
} from '../acceptance/start-sessions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { findErrorTriggers, StartedDefinitions, type ErrorTrigger } from './find-error-triggers.ts';
import { takeFailures, type Failure } from './read-notices.ts';

/** Maximum number of sessions that one transaction starts, unless a single failure starts more. */
const MAX_STARTS = 40;

const DELETE: Statement = {
  name: 'delete_failure_notices',
  text: 'DELETE FROM failure_notices WHERE id = ANY ($1::bigint[])',
};

const PUT_OFF: Statement = {
  name: 'put_off_failure_notices',
  text: `UPDATE failure_notices SET attempts = attempts + 1,
      due_at = clock_timestamp() + least(power(2, attempts), 300) * interval '1 second'
    WHERE id = ANY ($1::bigint[])`,
};

/**
 * Starts the sessions of `error` triggers for some failures of an organization. The same transaction deletes the
 * notices, so that each failure starts them exactly once. A failure whose sessions cannot be started is postponed, so
 * that it does not delay later ones.
 * @returns the number of handled failures; there may be more
 * @throws the error of starting a single failure
 */
export async function startOnFailures(sql: Sql, tools: StartTools, organizationId: string): Promise<number> {
  try {
    return await startSome(sql, tools, { organizationId, isOneAtATime: false });
  } catch {
    // The second attempt starts one failure at a time, which finds the one that fails.
    const lockedNotices: { noticeIds: string[] } = { noticeIds: [] };
    return startSome(sql, tools, { organizationId, isOneAtATime: true, taken: lockedNotices }).catch(
      async (error: unknown) => {
        await sql.query(PUT_OFF, [plainArray(lockedNotices.noticeIds)]);
        throw error;
      },
    );
  }
}

interface FailuresToStart {
  organizationId: string;
  isOneAtATime: boolean;
  /** Is set to the ids of the notices, for a caller that handles a failed transaction. */
  taken?: { noticeIds: string[] };
}

function startSome(
  sql: Sql,
  tools: StartTools,
  { organizationId, isOneAtATime, taken }: FailuresToStart,
): Promise<number> {
  const definitions = new StartedDefinitions();
  // The ids are the same in each attempt of the transaction, because keys are computed for them.
  const ids = new Map<string, string>();
  return startingTransaction(sql, async (query, ready) => {
    const { notices, failures } = await takeFailures(query, organizationId, isOneAtATime);
    if (taken !== undefined) taken.noticeIds = notices.map(({ id }) => id);
    if (notices.length === 0) return 0;
    const triggers = await findErrorTriggers(
      query,
      organizationId,
      failures.map(({ workflowId }) => workflowId),
    );
    const postponedIds = new Set<string>();
    const starts: StartingSession[] = [];
    for (const { noticeId, ...failure } of failures) {
      const triggersOfFailure = triggers.get(failure.workflowId) ?? [];
      if (starts.length > 0 && starts.length + triggersOfFailure.length > MAX_STARTS) {
        postponedIds.add(noticeId);
        continue;
      }
      for (const trigger of triggersOfFailure) {
        const definition = await definitions.of(query, trigger.definitionId);
        if (definition === undefined) continue;
        const key = `${noticeId} ${trigger.workflowId} ${trigger.componentId}`;
        const id = ids.get(key) ?? timeOrderedId();
        ids.set(key, id);
        starts.push(startOf({ id, organizationId, definition, failure, trigger }));
      }
    }
    await startSessions(query, starts, ready, tools);
    const handled = notices.filter(({ id }) => !postponedIds.has(id));
    await query(DELETE, [plainArray(handled.map(({ id }) => id))]);
    return handled.length;
  });
}

/** A session for a failure. It joins the backlog, from which the dispatcher enqueues it. */
interface Start {
  id: string;
  organizationId: string;
  definition: Definition;
  failure: Failure;
  trigger: ErrorTrigger;
}

function startOf({ id, organizationId, definition, failure, trigger }: Start): StartingSession {
  const { workflowId, componentId, definitionId, workflowVersion, output } = trigger;
  return {
    ...{ id, organizationId, workflowId, definition, definitionId, workflowVersion, componentId },
    trigger: 'ERROR',
    mode: 'PROD',
    values: valuesOf(output, failure.shown),
    startedBy: null,
    origin: { requestId: failure.requestId, trace: null },
  };
}

/** Returns the values by dotted keys, as if a caller had sent them to the trigger. */
function valuesOf(output: string | null, shown: object): JsonObject {
  if (output === null) return {};
  const values: JsonObject = {};
  for (const [key, value] of Object.entries(shown) as [string, Json][])
    if (key === 'error' && value !== null)
      for (const [name, field] of Object.entries(value)) values[`${output}.error.${name}`] = field as Json;
    else values[`${output}.${key}`] = value;
  return values;
}
