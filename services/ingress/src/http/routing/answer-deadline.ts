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
  let timer: NodeJS.Timeout | undefined;
  let startedAt = 0;
  let leftMs = answerTimeoutMs;
  const start = (): void => {
    if (response.closed) return;
    startedAt = performance.now();
    timer = setTimeout(() => {
      if (!response.headersSent) answerError(response, new Error('the request was not answered in time'));
    }, leftMs);
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  start();
  response.once('close', stop);
  return {
    pause: () => {
      if (timer === undefined) return;
      stop();
      leftMs = Math.max(0, leftMs - (performance.now() - startedAt));
    },
    resume: () => {
      if (timer === undefined) start();
    },
    extend: (forMs) => {
      stop();
      leftMs = answerTimeoutMs + forMs;
      start();
    },
  };
}
