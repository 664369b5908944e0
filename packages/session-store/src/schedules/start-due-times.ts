import type { JsonObject } from '@workflow/workflow-model';
import { startPublished, type PublishedStart } from '../acceptance/start-published.ts';
import type { ReadyStarts, StartTools } from '../acceptance/start-sessions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { Query } from '../postgres/sql.ts';

/** A due time whose session starts, and the version that it runs. */
export interface StartingDueTime extends Omit<PublishedStart, 'id' | 'trigger' | 'values'> {
  sessionId: string;
  output: string | null;
  dueMs: number;
}

/**
 * Ids of the sessions of due times. They are the same in each attempt of a transaction, which is repeated after
 * expressions were evaluated.
 */
export class DueSessionIds {
  readonly #ids = new Map<string, string>();

  of({ workflowId, componentId }: Pick<StartingDueTime, 'workflowId' | 'componentId'>, dueMs: number): string {
    const key = `${workflowId} ${componentId} ${dueMs}`;
    const existingId = this.#ids.get(key);
    if (existingId !== undefined) return existingId;
    const id = timeOrderedId();
    this.#ids.set(key, id);
    return id;
  }
}

/**
 * Creates the sessions of due times.
 * @throws an error that ends this attempt of the transaction if results of its rules are not computed yet
 */
export function startDueTimes(
  query: Query,
  starting: readonly StartingDueTime[],
  ready: ReadyStarts,
  tools: StartTools,
): Promise<void> {
  const sessions = starting.map((due): PublishedStart => {
    const { sessionId: id, organizationId, workflowId, componentId, definitionId, workflowVersion, hasRules } = due;
    const version = { organizationId, workflowId, componentId, definitionId, workflowVersion, hasRules };
    return { id, ...version, trigger: 'SCHEDULE', values: valuesOf(due) };
  });
  return startPublished(query, sessions, ready, tools);
}

/** Returns the due time as the component's output, in the normalized form of a DATE_TIME. */
function valuesOf({ output, dueMs }: StartingDueTime): JsonObject {
  return output === null ? {} : { [output]: new Date(dueMs).toISOString().replace('.000Z', 'Z') };
}
