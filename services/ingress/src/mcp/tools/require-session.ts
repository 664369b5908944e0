import type { SessionView } from '@workflow/workflow-model';
import { knowsWorkflow } from '../../http/caller.ts';
import { sessionNotFound } from '../../errors/required.ts';
import type { McpExchange } from './tool.ts';

/** Returns the session, without its values. @throws ApiError SESSION_NOT_FOUND, also when the caller may not see it */
export async function requireSession(
  { context, caller }: Pick<McpExchange, 'context' | 'caller'>,
  sessionId: string,
): Promise<SessionView> {
  const session = await context.store.sessions.queries.findWithoutValues(caller.organizationId, sessionId);
  if (session === null || !knowsWorkflow(caller, session.workflowId)) throw sessionNotFound(sessionId);
  return session;
}
