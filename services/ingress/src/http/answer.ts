import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { StoreOverloadedError } from '@workflow/session-store';
import { ApiError } from '../errors/api-error.ts';
import { exchangeOf } from './exchange.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with JSON that is text already. */
export function answerJsonText(response: ServerResponse, status: number, text: string, headers?: Record<string, string>): void {
  if (response.headersSent) return;
  if (headers !== undefined) for (const name in headers) response.setHeader(name, headers[name] as string);
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.statusCode = status;
  response.end(text);
}

export function answerJson(response: ServerResponse, status: number, body: unknown, headers?: Record<string, string>): void {
  answerJsonText(response, status, JSON.stringify(body), headers);
}

/** The error body of spec §2.4. */
export interface ErrorBody {
  httpStatus: number;
  errorId: string;
  message: string;
}

/**
 * Answers any error: an ApiError as it is, overload as 429, everything else as the apology that quotes the errorId.
 * Does nothing when the request was answered already, as after its deadline.
 */
export function answerError(response: ServerResponse, error: unknown): void {
  if (response.writableEnded) return;
  const answer = toApiError(error);
  const errorId = randomUUID();
  const exchange = exchangeOf(response);
  if (exchange !== undefined) {
    exchange.errorId = errorId;
    exchange.code = answer.code;
    if (answer.code === 'INTERNAL') exchange.cause = error;
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  answerJson(response, answer.status, errorBody(answer, errorId), answer.headers);
}

export function errorBody(error: ApiError, errorId: string): ErrorBody {
  return { httpStatus: error.status, errorId, message: error.message.replaceAll('<errorId>', errorId), ...error.details };
}

/** Retry-After of a refusal for load: the queue of waiting requests empties in well under a second. */
const RETRY_AFTER_SECONDS = '1';

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreOverloadedError) {
    return new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause: error });
  }
  // Express's router reports a path that cannot be percent-decoded this way.
  if (error instanceof URIError) return new ApiError('MALFORMED_URL', { cause: error });
  return new ApiError('INTERNAL', { cause: error });
}
