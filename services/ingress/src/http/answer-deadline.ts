import type { ServerResponse } from 'node:http';
import type { AppContext } from '../context.ts';
import { answerError } from './answer.ts';

export interface AnswerDeadline {
  /** Counts anew from now, for a request that turns out to wait for something `extraMs` long. */
  restart(extraMs: number): void;
}

/**
 * Answers the apology when nothing was answered in time, so that an outage of PostgreSQL is never a hang. To be
 * called when the request is there completely; `extraMs` is what the caller asked to wait by itself.
 */
export function startAnswerDeadline(context: AppContext, response: ServerResponse, extraMs = 0): AnswerDeadline {
  const start = (waitMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      if (!response.headersSent) answerError(response, new Error('no answer within the time for one'));
    }, context.config.answerTimeoutMs + waitMs);
  let timer = start(extraMs);
  response.once('close', () => clearTimeout(timer));
  return {
    restart: (waitMs) => {
      clearTimeout(timer);
      if (!response.closed) timer = start(waitMs);
    },
  };
}
