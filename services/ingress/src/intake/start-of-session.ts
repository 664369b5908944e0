import type { CarriedStart } from '@workflow/session-queue';
import type { DescribedSession } from '@workflow/session-store';

/**
 * Returns the data for its job with which an executor can run the session before it claims it. Returns null if the
 * executor must claim and read it first, because its values are large or some of them are sensitive.
 */
export function startOf(session: DescribedSession, maxValueBytes: number): CarriedStart | null {
  const { workflowId, definitionId, componentId, mode, origin, placeholderValuesJson: valuesJson } = session;
  if (session.hidden !== undefined || session.parent !== undefined) return null;
  if (valuesJson.length > maxValueBytes || Buffer.byteLength(valuesJson) > maxValueBytes) return null;
  const { requestId = null, trace = null } = origin ?? {};
  return { workflowId, definitionId, componentId, mode, requestId, trace, valuesJson };
}
