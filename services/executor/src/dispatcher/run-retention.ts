import type { Logger } from '@workflow/service-runtime';
import type { Dispatcher, Retention } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { repeat, type Repetition } from '../runtime/repeat.ts';

export const RETENTION_LEASE = 'retention';
const EVERY_MS = 60_000;
/** Between two batches, so that the deletes of a large backlog stay in the background. */
const PAUSE_MS = 200;
const LEASE_MS = 2 * EVERY_MS;
const BATCH = 500;

export interface RetentionParts {
  executorId: string;
  retentionDays: number;
  dispatcher: Pick<Dispatcher, 'holdLease' | 'releaseLease'>;
  retention: Retention;
  metrics: ExecutorMetrics;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/** Deletes old sessions a bounded batch at a time, one executor at a time. */
export function runRetention(parts: RetentionParts): Repetition {
  let leads = false;

  async function round(): Promise<number> {
    leads = await parts.dispatcher.holdLease(RETENTION_LEASE, parts.executorId, LEASE_MS);
    if (!leads) return EVERY_MS;
    const { sessions, more } = await parts.retention.deleteOld({ sessionDays: parts.retentionDays, maxSessions: BATCH });
    if (sessions > 0) {
      parts.metrics.pruned.inc(sessions);
      parts.logger.info({ sessions, retentionDays: parts.retentionDays }, 'old sessions were deleted');
    }
    return more ? PAUSE_MS : EVERY_MS;
  }

  const repetition = repeat(round, (error) => {
    parts.onStoreFailure(error);
    return EVERY_MS;
  });
  return {
    stop: async () => {
      await repetition.stop();
      if (leads) await parts.dispatcher.releaseLease(RETENTION_LEASE, parts.executorId).catch(parts.onStoreFailure);
    },
  };
}
