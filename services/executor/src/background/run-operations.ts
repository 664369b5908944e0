import type { Logger } from '@workflow/service-runtime';
import type { Operations } from '@workflow/session-store';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import type { WorkLook } from '../retry/work-look.ts';

const IDLE_MS = 500;
const BASE_BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 5_000;

export interface OperationParts {
  operations: Pick<Operations, 'work'>;
  work: WorkLook;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/** Runs the bulk operations, one part at a time. Several executors run different operations at the same time. */
export function runOperations({ operations, work, logger, onStoreFailure }: OperationParts): Repetition {
  const failures = new LoopFailures({
    message: 'Could not run bulk operations; trying again',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    logger,
    onStoreFailure,
  });

  async function round(): Promise<number> {
    const pause = await work.delayBefore('operations');
    const worked = pause === null && (await operations.work());
    failures.reset();
    return worked ? 0 : (pause ?? IDLE_MS);
  }

  return repeat('operations', round, (error) => failures.failed(error));
}
