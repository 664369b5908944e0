import type { Logger } from '@workflow/service-runtime';
import type { OldSessions, Retention } from '@workflow/session-store';
import { exportSessions } from '../export/export-sessions.ts';
import type { ExportTarget } from '../export/export-target.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { Repetition } from '../retry/repeat.ts';
import { repeatWithLease, type Leases } from './repeat-with-lease.ts';

const EVERY_MS = 60_000;
/** Between two batches, so that the deletes of a large backlog stay in the background. */
const PAUSE_MS = 200;
const LEASE_MS = 2 * EVERY_MS;
const BATCH = 500;

export interface RetentionParts {
  executorId: string;
  retentionDays: number;
  /** Sessions are exported there before they are deleted; null: they are not exported. */
  exportTo: ExportTarget | null;
  leases: Leases;
  retention: Retention;
  metrics: ExecutorMetrics;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/** Sessions that could not be exported are kept, and tried again. */
class ExportFailed extends Error {
  override name = 'ExportFailed';

  constructor(cause: unknown) {
    super('old sessions could not be exported, and are kept', { cause });
  }
}

/** Deletes old sessions a bounded batch at a time, one executor at a time. */
export function runRetention(parts: RetentionParts): Repetition {
  const { exportTo, leases, executorId, retention, onStoreFailure } = parts;
  const beforeDelete = async (sessions: OldSessions): Promise<void> => {
    if (exportTo === null) return;
    await exportSessions(exportTo, sessions, retention.readSessionLine).catch((error: unknown) => {
      throw new ExportFailed(error);
    });
  };

  async function round(): Promise<number> {
    const { sessions, more } = await retention.deleteOld({
      sessionDays: parts.retentionDays,
      maxSessions: BATCH,
      ...(exportTo !== null && { beforeDelete }),
    });
    if (sessions > 0) {
      parts.metrics.pruned.inc(sessions);
      parts.logger.info({ sessions, retentionDays: parts.retentionDays }, 'old sessions were deleted');
    }
    return more ? PAUSE_MS : EVERY_MS;
  }

  return repeatWithLease({
    lease: 'retention',
    leaseMs: LEASE_MS,
    askEveryMs: EVERY_MS,
    leases,
    executorId,
    round,
    onError: (error) => {
      if (error instanceof ExportFailed) parts.logger.error({ err: error.cause }, error.message);
      else onStoreFailure(error);
      return EVERY_MS;
    },
    onStoreFailure,
  });
}
