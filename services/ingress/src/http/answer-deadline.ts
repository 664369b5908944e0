import type { ServerResponse } from 'node:http';
import type { AppContext } from '../context.ts';
import { answerError } from './answer.ts';

/**
 * Answers the apology when nothing was answered in time, so that an outage of PostgreSQL is never a hang. To be
 * called when the request is there completely; `extraMs` is what the caller asked to wait by itself.
 */
export function startAnswerDeadline(context: AppContext, response: ServerResponse, extraMs = 0): void {
  const timer = setTimeout(() => {
    if (!response.headersSent) answerError(response, new Error('no answer within the time for one'));
  }, context.config.answerTimeoutMs + extraMs);
  response.once('close', () => clearTimeout(timer));
}
