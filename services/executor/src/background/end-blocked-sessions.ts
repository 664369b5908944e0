import type { Logger } from '@workflow/service-runtime';
import type { Execution } from '@workflow/session-store';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import type { WorkLook } from '../retry/work-look.ts';
import { blockedOutcome } from '../session/session-outcome.ts';

const IDLE_MS = 500;
const BASE_BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 5_000;

export interface BlockedSessionParts {
  execution: Pick<Execution, 'end'> & { blocked: Pick<Execution['blocked'], 'find' | 'finish'> };
  work: WorkLook;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/**
 * Ends sessions that blocked the event loop of an executor. The thread that ended the executor recorded them. Every
 * executor runs this loop, and the first one to write the end of a session ends it.
 */
export function endBlockedSessions(parts: BlockedSessionParts): Repetition {
  const { execution, work, logger, onStoreFailure } = parts;
  const failures = new LoopFailures({
    message: 'Could not end sessions that blocked an executor; trying again',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    logger,
    onStoreFailure,
  });

  async function round(): Promise<number> {
    const pause = await work.delayBefore('blockedSessions');
    if (pause !== null) return pause;
    for (const { errorId, ...fence } of await execution.blocked.find()) {
      const { steps, ...end } = blockedOutcome(errorId);
      if (await execution.end(fence, end, steps))
        logger.warn({ sessionId: fence.sessionId, errorId }, 'Ended a session that blocked its executor');
    }
    await execution.blocked.finish();
    failures.reset();
    return IDLE_MS;
  }

  return repeat('end-blocked-sessions', round, (error) => failures.failed(error));
}
