import type { Logger } from '@workflow/service-runtime';
import type { Failures } from '@workflow/session-store';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import type { WorkLook } from '../retry/work-look.ts';

const IDLE_MS = 500;
const BASE_BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 5_000;

export interface FailureLoopParts {
  failures: Failures;
  work: WorkLook;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/**
 * Starts the sessions of `error` triggers for failures. Organizations take turns. A failure that this executor
 * committed is handled immediately, others within half a second.
 */
export function runFailures({ failures, work, logger, onStoreFailure }: FailureLoopParts): Repetition {
  const loop = new LoopFailures({
    message: 'Could not start sessions for failures; trying again',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    logger,
    onStoreFailure,
  });
  let isNoted = false;

  async function round(): Promise<number> {
    const pause = isNoted ? null : await work.delayBefore('failures');
    isNoted = false;
    const handled = pause === null ? await failures.start() : 0;
    loop.reset();
    return handled > 0 ? 0 : (pause ?? IDLE_MS);
  }

  const repetition = repeat('failures', round, (error) => loop.failed(error));
  failures.onNoted(() => {
    isNoted = true;
    repetition.hurry(0);
  });
  return repetition;
}
