import type { Logger } from '@workflow/service-runtime';
import type { Operations } from '@workflow/session-store';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';

const IDLE_MS = 500;
const BASE_BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 5_000;

export interface OperationParts {
  operations: Pick<Operations, 'work'>;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/** Works through the bulk operations, a part at a time; several executors at once take different operations. */
export function runOperations({ operations, logger, onStoreFailure }: OperationParts): Repetition {
  const failures = new LoopFailures({
    message: 'bulk operations failed and are retried',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    logger,
    onStoreFailure,
  });

  async function round(): Promise<number> {
    const worked = await operations.work();
    failures.reset();
    return worked ? 0 : IDLE_MS;
  }

  return repeat(round, (error) => failures.failed(error));
}
