import type { ServerResponse } from 'node:http';
import type { AppContext } from '../../context.ts';
import { answerError } from '../answers/answer.ts';

export interface AnswerDeadline {
  /** Stops counting until `extend`. */
  pause(): void;
  /** Restarts the deadline now, for a request that waits up to `forMs` for something. */
  extend(forMs: number): void;
}

/**
 * Answers 500 when nothing was answered in time, so that no caller waits without end during an outage of PostgreSQL.
 * Start it once the whole request has arrived.
 */
export function startAnswerDeadline(context: AppContext, response: ServerResponse): AnswerDeadline {
  const start = (waitMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      if (!response.headersSent) answerError(response, new Error('the request was not answered in time'));
    }, context.config.http.answerTimeoutMs + waitMs);
  let timer = start(0);
  response.once('close', () => clearTimeout(timer));
  return {
    pause: () => clearTimeout(timer),
    extend: (forMs) => {
      clearTimeout(timer);
      if (!response.closed) timer = start(forMs);
    },
  };
}
