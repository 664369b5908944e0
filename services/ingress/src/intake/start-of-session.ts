import type { SessionStart } from '@workflow/session-queue';
import type { DescribedSession } from '@workflow/session-store';

/**
 * What its job carries, so that an executor can run the session before it claims it. null: the executor claims first
 * and reads it, because its values are large or some of them are sensitive.
 */
export function startOf(session: DescribedSession, maxValueBytes: number): SessionStart | null {
  const { workflowId, definitionId, componentId, mode, origin, placeholderValuesJson: valuesJson } = session;
  if (session.hidden !== undefined || session.parent !== undefined) return null;
  if (valuesJson.length > maxValueBytes || Buffer.byteLength(valuesJson) > maxValueBytes) return null;
  const { requestId = null, trace = null } = origin ?? {};
  return { workflowId, definitionId, componentId, mode, requestId, trace, valuesJson };
}
