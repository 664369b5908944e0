import type { Logger } from '@workflow/service-runtime';
import type { Operations } from '@workflow/session-store';
import { backOffMs } from '../retry/back-off.ts';
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
  let failures = 0;

  async function round(): Promise<number> {
    const worked = await operations.work();
    failures = 0;
    return worked ? 0 : IDLE_MS;
  }

  return repeat(round, (error) => {
    onStoreFailure(error);
    failures += 1;
    if (failures === 1) logger.warn({ err: error }, 'bulk operations failed and are retried');
    return backOffMs(failures, BASE_BACK_OFF_MS, MAX_BACK_OFF_MS, Math.random());
  });
}
