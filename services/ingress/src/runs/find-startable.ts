import type { RunRequest } from '@workflow/validation';
import {
  startableDefinition,
  type StartableComponent,
  type StartableDefinition,
} from '../caches/startable-workflow.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { knowsWorkflow, type Caller } from '../http/caller.ts';
import { checkBoundReferences } from '../http/check-bound-references.ts';

export interface Startable {
  workflowId: string;
  definition: StartableDefinition;
  component: StartableComponent;
}

/**
 * Finds the workflow and component to run, without a query if the published version is cached. A workflow of another
 * organization is answered like one that never existed. If both ids are invalid, the workflow is named.
 * @throws ApiError ENTITY_GONE (contract §7, 410), NOT_PUBLISHED, COMPONENT_DISABLED
 */
export async function findStartable(context: AppContext, caller: Caller, request: RunRequest): Promise<Startable> {
  const { organizationId } = caller;
  if (!knowsWorkflow(caller, request.workflowId)) throw entityGone(request.workflowId);
  const workflow = await context.caches.workflows.get(request.workflowId.toLowerCase());
  if (workflow === null || workflow.organizationId !== organizationId) throw entityGone(request.workflowId);
  const runsDraft = request.mode === 'TEST';
  if (workflow.published !== null && !runsDraft)
    return requireEnabled(startable(workflow.id, workflow.published, request));
  const draft = startable(workflow.id, await readDraft(context, organizationId, request), request);
  // If not even the draft has the component, the answer was 410: entities are checked before publishing.
  if (!runsDraft) throw new ApiError('NOT_PUBLISHED', { values: { id: request.workflowId } });
  await checkBoundReferences(caller, draft.definition.content);
  return requireEnabled(draft);
}

function startable(workflowId: string, definition: StartableDefinition, request: RunRequest): Startable {
  const component = definition.findComponent(request.componentId.toLowerCase());
  if (component === undefined) throw entityGone(request.componentId);
  return { workflowId, definition, component };
}

function requireEnabled(startable: Startable): Startable {
  const { id, disabled } = startable.component.component;
  if (disabled === true) throw new ApiError('COMPONENT_DISABLED', { values: { id } });
  return startable;
}

async function readDraft(
  context: AppContext,
  organizationId: string,
  request: RunRequest,
): Promise<StartableDefinition> {
  const draft = await context.store.lookups.snapshotDraft(organizationId, request.workflowId.toLowerCase());
  if (draft === null) throw entityGone(request.workflowId);
  return startableDefinition(null, draft.definitionId, draft.definition);
}

function entityGone(id: string): ApiError {
  return new ApiError('ENTITY_GONE', { values: { id } });
}
