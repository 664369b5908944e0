import type { Failures } from '@workflow/session-store';
import type { Repetition } from '../loops/repeat.ts';
import { workLoop, type WorkLoopParts } from '../loops/work-loop.ts';

const IDLE_MS = 500;

interface FailureLoopParts extends WorkLoopParts {
  failures: Failures;
}

/**
 * Starts the sessions of `error` triggers for failures. Organizations take turns. A failure that this executor
 * committed is handled immediately, others within half a second.
 */
export function runFailures({ failures, ...parts }: FailureLoopParts): Repetition {
  let isNoted = false;
  const loop = workLoop(parts, {
    name: 'failures',
    kinds: ['failures'],
    knowsWork: () => {
      const wasNoted = isNoted;
      isNoted = false;
      return wasNoted;
    },
    message: 'Could not start sessions for failures; trying again',
    round: async () => ((await failures.start()) > 0 ? 0 : IDLE_MS),
  });
  failures.onNoted(() => {
    isNoted = true;
    loop.hurry(0);
  });
  return loop;
}
