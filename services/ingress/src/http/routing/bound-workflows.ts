import { isUuid } from '@workflow/workflow-model';
import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';
import { notFound, sessionNotFound } from '../../errors/required.ts';
import { knowsWorkflow, workflowsOf, type Caller } from '../caller.ts';
import type { Route } from '../define-route.ts';

/**
 * Limits a restricted key to its workflows, on every route (contract §11 rule 3). Another workflow or session looks
 * like one that never existed, and everything that belongs to the organization as a whole is refused.
 * @throws ApiError RESOURCE_NOT_FOUND, SESSION_NOT_FOUND, BOUND_KEY
 */
export async function keepToBoundWorkflows(
  { store }: AppContext,
  { path, security }: Route,
  params: Record<string, unknown>,
  caller: Caller,
): Promise<void> {
  if (workflowsOf(caller) === null) return;
  if (security.kind === 'caller' && security.forBoundKeys === true) return;
  const id = String(params['id']);
  if (path.startsWith('/v1/workflows/{id}')) {
    if (!knowsWorkflow(caller, id)) throw notFound('Workflow', id);
  } else if (path.startsWith('/v1/sessions/{id}')) {
    // The path is checked later.
    const session = isUuid(id) ? await store.sessions.queries.findWithoutValues(caller.organizationId, id) : null;
    if (session === null || !knowsWorkflow(caller, session.workflowId)) throw sessionNotFound(id);
  } else throw new ApiError('BOUND_KEY');
}
