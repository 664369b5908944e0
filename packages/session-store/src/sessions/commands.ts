import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { cancelSession } from './cancel-session.ts';
import { deleteSession } from './delete-session.ts';
import { previewRetry } from './preview-retry.ts';
import { startDelayedSession } from './start-delayed-session.ts';
import { retrySession } from './retry-session.ts';
import type { RetryLimits, RetryOptions } from './retry-sessions.ts';

/** Opens changes of sessions by callers of their organization. */
export function openSessionCommands(sql: Sql, limits: RetryLimits) {
  const on = operationsOn(sql);
  return {
    cancel: on(cancelSession),
    delete: on(deleteSession),
    startDelayed: on(startDelayedSession),
    retry: (organizationId: string, sessionId: string, options: RetryOptions) =>
      retrySession(sql, limits, organizationId, sessionId, options),
    /** Changes nothing. */
    previewRetry: (organizationId: string, sessionId: string) => previewRetry(sql, limits, organizationId, sessionId),
  };
}
