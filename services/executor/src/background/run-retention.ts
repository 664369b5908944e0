import type { Logger } from '@workflow/service-runtime';
import type { OldSessions, Retention } from '@workflow/session-store';
import { ExportFailed, exportSessions } from '../export/export-sessions.ts';
import type { ExportTarget } from '../export/export-target.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { Repetition } from '../loops/repeat.ts';
import { repeatWithLease, type LeasedLoopParts } from './repeat-with-lease.ts';

const EVERY_MS = 60_000;
/** The pause between two batches, so that the deletion of many sessions does not affect other work. */
const PAUSE_MS = 200;
const LEASE_MS = 2 * EVERY_MS;
const BATCH = 500;

interface RetentionParts extends LeasedLoopParts {
  retentionDays: number;
  /** The target to which sessions are exported before they are deleted; null if they are not exported. */
  exportTo: ExportTarget | null;
  retention: Retention;
  metrics: ExecutorMetrics;
  logger: Logger;
}

/** Deletes old sessions in batches of limited size, on one executor at a time. */
export function runRetention(parts: RetentionParts): Repetition {
  const { exportTo, retention } = parts;
  const beforeDelete =
    exportTo &&
    ((sessions: OldSessions): Promise<string[]> => exportSessions(exportTo, sessions, retention.readSessionLine));

  async function round(): Promise<number> {
    const { sessions, more } = await retention.deleteOld({
      sessionDays: parts.retentionDays,
      maxSessions: BATCH,
      ...(beforeDelete !== null && { beforeDelete, isForAll: (error) => error instanceof ExportFailed }),
    });
    if (sessions > 0) {
      parts.metrics.pruned.inc(sessions);
      parts.logger.info({ sessions, retentionDays: parts.retentionDays }, 'Deleted old sessions');
    }
    return more ? PAUSE_MS : EVERY_MS;
  }

  return repeatWithLease(parts, {
    lease: 'retention',
    leaseMs: LEASE_MS,
    askEveryMs: EVERY_MS,
    round,
    onError: (error) => {
      if (error instanceof ExportFailed) parts.logger.error({ err: error.cause }, error.message);
      else parts.onStoreFailure(error);
      return EVERY_MS;
    },
  });
}
