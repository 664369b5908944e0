import type { RunnableWorkflow } from '@workflow/session-store';
import type { Definition } from '@workflow/workflow-model';
import { prepareComponents, type RunnableComponents } from '../runs/runnable-components.ts';

/** A workflow as the hot path uses it: each component's checks are compiled once, at its first use. */
export interface RunnableInMemory {
  id: string;
  organizationId: string;
  published: PreparedDefinition | null;
}

export interface PreparedDefinition {
  /** null: the draft. */
  version: number | null;
  definitionId: string;
  components: RunnableComponents;
}

export function prepareRunnable(workflow: RunnableWorkflow): RunnableInMemory {
  const { published } = workflow;
  return {
    id: workflow.id,
    organizationId: workflow.organizationId,
    published: published === null ? null : prepareDefinition(published.version, published.definitionId, published.definition),
  };
}

export function prepareDefinition(version: number | null, definitionId: string, definition: Definition): PreparedDefinition {
  return { version, definitionId, components: prepareComponents(definition) };
}
