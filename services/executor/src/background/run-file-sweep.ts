import type { Logger } from '@workflow/service-runtime';
import type { FileStore } from '@workflow/file-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { Repetition } from '../loops/repeat.ts';
import { repeatWithLease, type LeasedLoopParts } from './repeat-with-lease.ts';

const EVERY_MS = 5_000;
/** The pause between two transactions, so that the deletion of many files does not affect other work. */
const PAUSE_MS = 100;
const LEASE_MS = 60_000;
const RETRY_ORPHANS_MS = 300_000;
/** The pause between the end of one check of all external objects and the start of the next. */
const ORPHANS_EVERY_MS = 6 * 3_600_000;

interface FileSweepParts extends LeasedLoopParts {
  files: Pick<FileStore, 'sweep' | 'sweepOrphans'>;
  metrics: Pick<ExecutorMetrics, 'filesDeleted'>;
  logger: Logger;
}

/** Deletes files that nothing references, on one executor at a time. */
export function runFileSweep({ files, metrics, logger, ...parts }: FileSweepParts): Repetition {
  let lookedAt = '';
  let lookAgainAtMs = -Infinity;

  /** Checks some of the external objects, of which there may be millions. */
  async function lookForOrphans(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs < lookAgainAtMs) return;
    try {
      const swept = await files.sweepOrphans(lookedAt, Date.now());
      lookedAt = swept?.after ?? '';
      if (lookedAt === '') lookAgainAtMs = nowMs + ORPHANS_EVERY_MS;
      if (swept !== null && swept.deleted > 0)
        logger.warn({ objects: swept.deleted }, 'Deleted objects of the file store that belong to no file');
    } catch (error) {
      lookAgainAtMs = nowMs + RETRY_ORPHANS_MS;
      logger.error({ err: error }, 'Could not list the objects of files');
    }
  }

  async function round(): Promise<number> {
    const { deleted, failures, more } = await files.sweep();
    metrics.filesDeleted.inc(deleted);
    await lookForOrphans();
    if (failures.length > 0) logger.error({ err: failures[0], failures: failures.length }, 'Could not delete files');
    return more ? PAUSE_MS : EVERY_MS;
  }

  return repeatWithLease(parts, { lease: 'files', leaseMs: LEASE_MS, askEveryMs: EVERY_MS, round });
}
