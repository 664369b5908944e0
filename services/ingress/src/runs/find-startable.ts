import { prepareDefinition, type PreparedDefinition, type RunnableInMemory } from '../caches/runnable-in-memory.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RunRequest } from './run-request.ts';
import type { RunnableComponent } from './runnable-components.ts';

export interface Startable {
  workflow: RunnableInMemory;
  definition: PreparedDefinition;
  component: RunnableComponent;
}

/**
 * Finds what to run, without a query when the published version is cached. Another organization's workflow is
 * answered like one that never existed; when workflow and component are both bad, the workflow is named.
 * @throws ApiError ENTITY_GONE (spec §7, 410), NOT_PUBLISHED
 */
export function findStartable(context: AppContext, organizationId: string, request: RunRequest): Startable | Promise<Startable> {
  const workflow = context.caches.workflows.peek(request.workflowId.toLowerCase());
  if (workflow === undefined || request.mode === 'TEST') return findSlowly(context, organizationId, request);
  return pick(workflow, organizationId, request) ?? refuseUnpublished(context, organizationId, request);
}

async function findSlowly(context: AppContext, organizationId: string, request: RunRequest): Promise<Startable> {
  const workflow = await context.caches.workflows.get(request.workflowId.toLowerCase());
  if (request.mode !== 'TEST') return pick(workflow, organizationId, request) ?? refuseUnpublished(context, organizationId, request);
  const own = ownWorkflow(workflow, organizationId, request);
  const definition = await readDraft(context, organizationId, request);
  return { workflow: own, definition, component: pickComponent(definition, request) };
}

/** null: the workflow has no published version. */
function pick(workflow: RunnableInMemory | null, organizationId: string, request: RunRequest): Startable | null {
  const own = ownWorkflow(workflow, organizationId, request);
  if (own.published === null) return null;
  return { workflow: own, definition: own.published, component: pickComponent(own.published, request) };
}

function ownWorkflow(workflow: RunnableInMemory | null, organizationId: string, request: RunRequest): RunnableInMemory {
  if (workflow === null || workflow.organizationId !== organizationId) throw gone(request.workflowId);
  return workflow;
}

function pickComponent(definition: PreparedDefinition, request: RunRequest): RunnableComponent {
  const component = definition.components.get(request.componentId.toLowerCase());
  if (component === undefined) throw gone(request.componentId);
  return component;
}

/** A component that not even the draft has is 410 first: entities are checked before publishing. */
async function refuseUnpublished(context: AppContext, organizationId: string, request: RunRequest): Promise<never> {
  pickComponent(await readDraft(context, organizationId, request), request);
  throw new ApiError('NOT_PUBLISHED', { values: { id: request.workflowId } });
}

async function readDraft(context: AppContext, organizationId: string, request: RunRequest): Promise<PreparedDefinition> {
  const draft = await context.credentials.snapshotDraft(organizationId, request.workflowId.toLowerCase());
  if (draft === null) throw gone(request.workflowId);
  return prepareDefinition(null, draft.definitionId, draft.definition);
}

function gone(id: string): ApiError {
  return new ApiError('ENTITY_GONE', { values: { id } });
}
