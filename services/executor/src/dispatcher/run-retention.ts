import type { Logger } from '@workflow/service-runtime';
import type { Dispatch, OldSessions, Retention } from '@workflow/session-store';
import { exportSessions } from '../export/export-sessions.ts';
import type { ExportTarget } from '../export/export-target.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';

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
  dispatcher: Pick<Dispatch, 'acquireLease' | 'releaseLease'>;
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
  let leads = false;
  const { exportTo, retention } = parts;
  const beforeDelete = async (sessions: OldSessions): Promise<void> => {
    if (exportTo === null) return;
    await exportSessions(exportTo, sessions, retention.readSessionLine).catch((error: unknown) => {
      throw new ExportFailed(error);
    });
  };

  async function round(): Promise<number> {
    leads = await parts.dispatcher.acquireLease('retention', parts.executorId, LEASE_MS);
    if (!leads) return EVERY_MS;
    const { sessions, more } = await parts.retention.deleteOld({
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

  const repetition = repeat(round, (error) => {
    if (error instanceof ExportFailed) parts.logger.error({ err: error.cause }, error.message);
    else parts.onStoreFailure(error);
    return EVERY_MS;
  });
  return {
    stop: async () => {
      await repetition.stop();
      if (leads) await parts.dispatcher.releaseLease('retention', parts.executorId).catch(parts.onStoreFailure);
    },
  };
}
