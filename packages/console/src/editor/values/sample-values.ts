import { queryOptions } from '@tanstack/react-query';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { listSessions, listSteps } from '../../api/queries/sessions.ts';
import { isTriggerType } from '../draft/connection-rules.ts';
import { readWorkflow } from '../../api/queries/workflows.ts';
import { nestedValues } from './nested-values.ts';

/**
 * The placeholders' values in the workflow's last successful session, else in its last one, for previews; null when
 * it never ran.
 */
export function sampleValuesQuery(workflowId: string) {
  return queryOptions({
    queryKey: ['sample-values', workflowId],
    staleTime: 30_000,
    queryFn: async (): Promise<JsonObject | null> => {
      const last = await sampleSession(workflowId);
      if (!last) return null;
      const [steps, { workflow }] = await Promise.all([listSteps(last.id), readWorkflow(workflowId)]);
      const values: JsonObject = nestedValues(last.placeholderValues as JsonObject);
      for (const step of steps) {
        const component = workflow.components.find((one) => one.id === step.componentId);
        if (!component || step.status !== 'SUCCEEDED') continue;
        // A trigger's step outputs its placeholders by key, any other step a single value.
        if (isTriggerType(component.type)) Object.assign(values, step.output);
        else if (component.output) values[component.output] = step.output as Json;
      }
      return values;
    },
  });
}

/** The workflow's last successful session, else its last one. */
export async function sampleSession(workflowId: string) {
  const [succeeded, any] = await Promise.all([
    listSessions({ workflowId, status: 'SUCCEEDED' }, 1),
    listSessions({ workflowId }, 1),
  ]);
  return succeeded.items[0] ?? any.items[0] ?? null;
}

const RECENT = 20;

/** What an Input was last started with; null when it was not among the last sessions. */
export async function lastInput(workflowId: string, componentId: string): Promise<JsonObject | null> {
  const { items } = await listSessions({ workflowId }, RECENT);
  const session = items.find((one) => one.componentId === componentId);
  return session ? nestedValues(session.placeholderValues as JsonObject) : null;
}
