import type { Logger } from '@workflow/service-runtime';
import type { ClaimedSession } from '@workflow/session-store';
import { traceIdOf } from '@workflow/workflow-model';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { SessionDurations } from '../capacity/session-durations.ts';
import type { SessionEnded, SessionOutcome } from '../session/session-outcome.ts';

interface ClaimObserverParts {
  metrics: ExecutorMetrics;
  durations: Pick<SessionDurations, 'observe'>;
  logger: Logger;
}

/**
 * Measures and logs each claim of this executor. A session that waits has several claims. Times are in milliseconds.
 */
export function observeClaims({ metrics, durations, logger }: ClaimObserverParts) {
  function log(claimed: ClaimedSession, outcome: SessionOutcome, tookMs: number): void {
    if (!logger.isLevelEnabled('debug')) return;
    const { id: sessionId, organizationId, workflowId, requestId, run, trace } = claimed;
    const line = { sessionId, organizationId, workflowId, requestId, run, outcome: outcome.kind };
    const traceId = trace === null ? {} : { traceId: traceIdOf(trace) };
    logger.debug({ ...line, ...traceId, tookMs: Math.round(tookMs * 10) / 10 }, 'session');
  }

  return {
    refused: (): void => metrics.unclaimed.inc(),
    answered: ({ queuedMs }: Pick<ClaimedSession, 'queuedMs'>, tookMs: number): void => {
      metrics.claimSeconds.observe(tookMs / 1_000);
      if (queuedMs !== undefined) metrics.queueWaitSeconds.observe(queuedMs / 1_000);
    },
    ended: (claimed: ClaimedSession, outcome: SessionOutcome, tookMs: number): void => {
      durations.observe(claimed.workflowId, tookMs);
      metrics.ended.inc({ outcome: outcome.kind });
      if (isEnd(outcome)) metrics.sessionSeconds.observe({ outcome: outcome.kind }, (claimed.ranMs + tookMs) / 1_000);
      log(claimed, outcome, tookMs);
    },
  };
}

/** Returns true if the session ended, not only its claim. */
export function isEnd(outcome: SessionOutcome): outcome is SessionEnded {
  return outcome.kind === 'succeeded' || outcome.kind === 'failed';
}
