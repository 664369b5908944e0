import { sizeWithin } from '@workflow/expressions';
import type { SessionNotification } from '@workflow/session-queue';
import type { ClaimedSession } from '@workflow/session-store';
import { writeSentOutcome, type SentOutcome } from '@workflow/workflow-model';
import { MAX_SENT_SIZE } from '../session/response-notification-of.ts';
import type { SessionOutcome } from '../session/session-outcome.ts';

/**
 * Returns the notification of an end that was written. It contains the outcome, unless that is sensitive, large or the
 * result of a retry. Callers wait for the first run, which ends once, so a repetition contains the same outcome.
 */
export function endNotificationOf(claimed: ClaimedSession, outcome: SessionOutcome): SessionNotification {
  const { id: sessionId, organizationId, run } = claimed;
  const sent = run === 1 ? sentOf(outcome) : null;
  return sent === null ? { sessionId } : { sessionId, outcome: writeSentOutcome({ organizationId, ...sent }) };
}

function sentOf(outcome: SessionOutcome): Omit<SentOutcome, 'organizationId'> | null {
  if (outcome.kind === 'lost' || outcome.isSensitive === true) return null;
  if (outcome.kind === 'failed') return { status: 'FAILED', output: null, error: outcome.error };
  if (outcome.kind !== 'succeeded' || sizeWithin(outcome.output, MAX_SENT_SIZE) > MAX_SENT_SIZE) return null;
  return { status: 'SUCCEEDED', output: outcome.output ?? null, error: null };
}
