import type { ServerResponse } from 'node:http';
import type { AppContext } from '../../context.ts';
import { answerError } from '../answers/answer.ts';

export interface AnswerDeadline {
  /** Stops counting until `resume` or `extend`. */
  pause(): void;
  /** Continues with the remaining time. */
  resume(): void;
  /** Restarts the deadline now, for a request that waits up to `forMs` for something. */
  extend(forMs: number): void;
}

/**
 * Answers 500 if nothing was answered in time, so that no caller waits forever during an outage of PostgreSQL. The
 * look-up of the caller counts. The time in which the body arrives does not.
 */
export function startAnswerDeadline(context: AppContext, response: ServerResponse): AnswerDeadline {
  const { answerTimeoutMs } = context.config.http;
  let leftMs = answerTimeoutMs;
  /** The time from which `leftMs` counts, on the clock of `performance.now()`; null while it does not count. */
  let countsFrom: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let firesAt = 0;

  /** Counts from now on. A timer that fires before the deadline remains, because every request moves its deadline. */
  function count(): void {
    countsFrom = performance.now();
    if (response.closed) return;
    const endsAt = countsFrom + leftMs;
    if (timer !== undefined && firesAt <= endsAt) return;
    clearTimeout(timer);
    firesAt = endsAt;
    timer = setTimeout(answerWhenOver, leftMs);
  }

  function answerWhenOver(): void {
    timer = undefined;
    if (countsFrom === null) return;
    leftMs -= performance.now() - countsFrom;
    if (leftMs > 0) count();
    else if (!response.headersSent) answerError(response, new Error('the request was not answered in time'));
  }

  count();
  response.once('close', () => clearTimeout(timer));
  return {
    pause: () => {
      if (countsFrom === null) return;
      leftMs = Math.max(0, leftMs - (performance.now() - countsFrom));
      countsFrom = null;
    },
    resume: () => {
      if (countsFrom === null) count();
    },
    extend: (forMs) => {
      leftMs = answerTimeoutMs + forMs;
      count();
    },
  };
}
