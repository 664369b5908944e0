import type { Logger } from '@workflow/service-runtime';
import type { Trees } from '@workflow/session-store';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import type { WorkLook } from '../retry/work-look.ts';

const IDLE_MS = 500;
const BASE_BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 5_000;

export interface TreeParts {
  trees: Trees;
  work: WorkLook;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/**
 * Cancels the descendants of ended sessions, and deletes the remaining rows of deleted ones. Transactions have a
 * limited size, and organizations take turns.
 */
export function runTrees({ trees, work, logger, onStoreFailure }: TreeParts): Repetition {
  const failures = new LoopFailures({
    message: 'Could not cancel or delete descendants of ended sessions; trying again',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    logger,
    onStoreFailure,
  });

  async function round(): Promise<number> {
    const pause = await work.delayBefore('endingTrees', 'deletedTrees');
    const cancelled = pause === null && (await trees.cancelParts());
    const deleted = pause === null && (await trees.deleteParts());
    failures.reset();
    return cancelled || deleted ? 0 : (pause ?? IDLE_MS);
  }

  return repeat('trees', round, (error) => failures.failed(error));
}
