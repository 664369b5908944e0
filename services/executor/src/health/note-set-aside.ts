import type { Logger } from '@workflow/service-runtime';
import type { OnSetAside } from '@workflow/session-store';
import type { ExecutorMetrics } from './executor-metrics.ts';

const MAX_REASON_LENGTH = 500;

/**
 * Logs and counts each pause of an organization that a loop leaves out. It logs only the code and the message of the
 * error, because PostgreSQL's details contain values of rows.
 */
export function noteSetAside(logger: Logger, { setAside }: Pick<ExecutorMetrics, 'setAside'>): OnSetAside {
  return ({ work, organizationId, failures, pauseMs, error }) => {
    setAside.inc({ work });
    const { code, message } = error as { code?: unknown; message?: unknown };
    const reason = String(message ?? error).slice(0, MAX_REASON_LENGTH);
    logger.warn(
      { work, organizationId, failures, pauseMs, code, reason },
      'The work of an organization failed and is tried again after a pause',
    );
  };
}
