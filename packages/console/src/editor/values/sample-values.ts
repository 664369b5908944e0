import { isStoredFor } from '@workflow/components/descriptors';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { listSessions, listSteps } from '../../api/queries/sessions.ts';
import { isPart } from '../../api/is-part.ts';
import { listenerQuery } from '../../api/queries/webhook-listener.ts';
import { isTriggerType } from '../draft/connection-rules.ts';
import { readWorkflow } from '../../api/queries/workflow-entry.ts';
import { nestedValues } from './nested-values.ts';
import { sampleSessions } from './sample-session.ts';

/**
 * The placeholders' values in the workflow's last successful session, else in its last one, for previews; null when
 * it never ran.
 */
export function sampleValuesQuery(workflowId: string) {
  return queryOptions({
    queryKey: ['sample-values', workflowId],
    staleTime: 30_000,
    queryFn: async (): Promise<JsonObject | null> => {
      const sessions = await sampleSessions(workflowId);
      if (sessions.length === 0) return null;
      const [{ workflow }, ...steps] = await Promise.all([
        readWorkflow(workflowId),
        ...sessions.map(({ id }) => listSteps(id)),
      ]);
      const values: JsonObject = {};
      for (const { placeholderValues } of sessions)
        Object.assign(values, nestedValues(placeholderValues as JsonObject));
      for (const step of steps.flat()) {
        const component = workflow.components.find((one) => one.id === step.componentId);
        if (!component || step.status !== 'SUCCEEDED' || isPart(step)) continue;
        // A trigger's step outputs its placeholders by key, any other step a single value.
        if (isTriggerType(component.type)) Object.assign(values, step.output);
        else if (component.output) values[component.output] = step.output as Json;
      }
      return values;
    },
  });
}

/** Sample values of the last session, or of caught deliveries while the workflow never ran. */
export function previewValuesQuery(workflowId: string) {
  const sample = sampleValuesQuery(workflowId);
  return queryOptions({
    queryKey: [...sample.queryKey, 'or-caught'],
    staleTime: 30_000,
    queryFn: async ({ client }): Promise<JsonObject | null> =>
      (await client.query(sample)) ?? (await caughtRequests(client, workflowId)),
  });
}

/** The requests that were listened for and started no session, by output; null where there are none. */
async function caughtRequests(client: QueryClient, workflowId: string): Promise<JsonObject | null> {
  const { workflow } = await readWorkflow(workflowId);
  const requests: JsonObject = {};
  for (const { id, type, output } of workflow.components) {
    if (!output || !isStoredFor(type, 'access-token')) continue;
    const { caught } = await client.query(listenerQuery(workflowId, id));
    if (caught !== null && caught.request !== null) requests[output] = caught.request;
  }
  return Object.keys(requests).length === 0 ? null : requests;
}

const RECENT = 20;

/** Returns the values that last started an Input; null when no recent session has any. */
export async function lastInput(workflowId: string, componentId: string): Promise<JsonObject | null> {
  const { items } = await listSessions({ workflowId }, RECENT);
  const session = items.find((one) => one.componentId === componentId);
  return session ? nestedValues(session.placeholderValues as JsonObject) : null;
}
