import type { Execution } from '@workflow/session-store';
import type { Repetition } from '../loops/repeat.ts';
import { workLoop, type WorkLoopParts } from '../loops/work-loop.ts';
import { blockedOutcome } from '../session/session-outcome.ts';

const IDLE_MS = 500;

interface BlockedSessionParts extends WorkLoopParts {
  execution: Pick<Execution, 'end'> & { blocked: Pick<Execution['blocked'], 'find' | 'finish'> };
}

/**
 * Ends sessions that blocked the event loop of an executor. The thread that ended the executor recorded them. Every
 * executor runs this loop, and the first one to write the end of a session ends it.
 */
export function endBlockedSessions({ execution, ...parts }: BlockedSessionParts): Repetition {
  return workLoop(parts, {
    name: 'end-blocked-sessions',
    kinds: ['blockedSessions'],
    message: 'Could not end sessions that blocked an executor; trying again',
    round: async () => {
      for (const { errorId, ...fence } of await execution.blocked.find()) {
        const { steps, ...end } = blockedOutcome(errorId);
        if (await execution.end(fence, end, steps))
          parts.logger.warn({ sessionId: fence.sessionId, errorId }, 'Ended a session that blocked its executor');
      }
      await execution.blocked.finish();
      return IDLE_MS;
    },
  });
}
