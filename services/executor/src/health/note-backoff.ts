import type { Logger } from '@workflow/service-runtime';
import type { OnBackoff } from '@workflow/session-store';
import type { ExecutorMetrics } from './executor-metrics.ts';

const MAX_REASON_LENGTH = 500;

/**
 * Logs and counts each backoff from an organization. Logs only the code and the message of the error, because
 * PostgreSQL's details contain values of rows.
 */
export function noteBackoff(logger: Logger, { backoffs }: Pick<ExecutorMetrics, 'backoffs'>): OnBackoff {
  return ({ work: loop, organizationId, failures, pauseMs, error }) => {
    backoffs.inc({ work: loop });
    const { code, message } = error as { code?: unknown; message?: unknown };
    const reason = String(message ?? error).slice(0, MAX_REASON_LENGTH);
    logger.warn(
      { work: loop, organizationId, failures, pauseMs, code, reason },
      'Background work failed for an organization and will be retried after a pause',
    );
  };
}
