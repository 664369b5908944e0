import { referencesOf } from '@workflow/validation';
import { wrong, type Definition } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { knowsWorkflow, workflowsOf, type Caller } from './caller.ts';

/**
 * Restricts a draft that a restricted key runs to the workflows of that key. Publishing makes the same check, but a
 * draft runs in mode TEST without being published.
 * @throws ApiError INVALID_REQUEST that names each workflow which the draft starts and the key may not see
 */
export async function checkBoundReferences(caller: Caller, draft: Definition): Promise<void> {
  if (workflowsOf(caller) === null) return;
  const references = await referencesOf(draft);
  const unknown = references.filter(({ kind, target }) => kind === 'workflow' && !knowsWorkflow(caller, target));
  if (unknown.length > 0)
    throw invalidRequest(
      unknown.map(({ componentId, target }) => `${componentId}: ${wrong('WORKFLOW_UNKNOWN', { id: target }).message}`),
    );
}

/**
 * Checks the draft to which a retry on the latest version moves a TEST session.
 * @throws ApiError INVALID_REQUEST
 */
export async function checkBoundRetry(
  { store }: AppContext,
  caller: Caller,
  sessionId: string,
  version: 'pinned' | 'latest',
): Promise<void> {
  if (workflowsOf(caller) === null || version === 'pinned') return;
  const { organizationId } = caller;
  const session = await store.sessions.queries.findWithoutValues(organizationId, sessionId);
  if (session?.mode !== 'TEST') return;
  const draft = await store.lookups.snapshotDraft(organizationId, session.workflowId);
  if (draft !== null) await checkBoundReferences(caller, draft.definition);
}
