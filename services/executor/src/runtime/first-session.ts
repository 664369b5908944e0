import type { SessionStart } from '@workflow/session-queue';
import { FIRST_CLAIM, type ClaimedSession } from '@workflow/session-store';
import type { JsonObject } from '@workflow/workflow-model';

/**
 * Returns a session as its first claim would, built from the data in its job.
 * @param takenAt by PostgreSQL's clock
 */
export function firstSession(
  { sessionId: id, organizationId }: { sessionId: string; organizationId: string },
  { valuesJson, ...start }: SessionStart,
  takenAt: Date,
): ClaimedSession {
  return {
    ...start,
    id,
    organizationId,
    placeholderValues: JSON.parse(valuesJson) as JsonObject,
    claimNumber: FIRST_CLAIM,
    run: 1,
    resumeFromRun: 1,
    crashes: 0,
    depth: 0,
    childrenFinished: 0,
    resumed: false,
    ranMs: 0,
    claimedAt: takenAt,
  };
}
