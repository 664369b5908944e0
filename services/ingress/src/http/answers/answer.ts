import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { FilesUnavailable } from '@workflow/file-store';
import { LimitReachedError, StoreOverloadedError, wasStoreBusy } from '@workflow/session-store';
import { ApiError, limitReached, unavailable } from '../../errors/api-error.ts';
import type { ErrorCode } from '../../errors/registry.ts';
import { addVary } from './add-vary.ts';
import { endAnswer } from './end-in-parts.ts';
import { compressText, MIN_COMPRESSED_BYTES, takesCoding } from './compress-text.ts';
import { entityTagOf, isUnchanged } from './entity-tag.ts';
import { exchangeOf } from '../exchange.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Answers with JSON that is already text. */
export function answerJsonText(
  response: ServerResponse,
  status: number,
  text: string,
  headers?: Record<string, string>,
): void {
  write(response, status, { type: JSON_TYPE, text }, headers);
}

interface TextReply {
  status: number;
  text: string;
  /** The default is plain text. */
  textType?: string;
  headers?: Record<string, string>;
}

export function answerText(response: ServerResponse, { status, text, textType = TEXT_TYPE, headers }: TextReply): void {
  write(response, status, { type: textType, text }, headers);
}

function write(
  response: ServerResponse,
  status: number,
  { type, text }: { type: string; text: string },
  headers?: Record<string, string>,
): void {
  if (response.headersSent) return;
  const { req: request } = response;
  if (headers !== undefined) for (const name in headers) response.setHeader(name, headers[name] as string);
  response.setHeader('Content-Type', type);
  response.statusCode = status;
  if (status === 200 && (request.method === 'GET' || request.method === 'HEAD') && endIfUnchanged(response, text))
    return;
  const length = Buffer.byteLength(text);
  if (length >= MIN_COMPRESSED_BYTES) {
    addVary(response, 'Accept-Encoding');
    if (takesCoding(request.headers['accept-encoding'], 'gzip')) {
      endCompressed(response, status, text).catch((error: unknown) => answerError(response, error));
      return;
    }
  }
  response.setHeader('Content-Length', length);
  endAnswer(response, text, length);
}

/** Answers 304 if the caller has the same answer. */
function endIfUnchanged(response: ServerResponse, text: string): boolean {
  const entityTag = response.getHeader('ETag');
  const tag = typeof entityTag === 'string' ? entityTag : entityTagOf(text);
  if (tag === undefined) return false;
  response.setHeader('ETag', tag);
  if (!isUnchanged(response.req.headers['if-none-match'], tag)) return false;
  response.removeHeader('Content-Type');
  response.statusCode = 304;
  response.end();
  return true;
}

async function endCompressed(response: ServerResponse, status: number, text: string): Promise<void> {
  const { bytes, coding } = await compressText(text);
  // The deadline may have answered in the meantime.
  if (response.headersSent) return;
  if (coding !== null) response.setHeader('Content-Encoding', coding);
  const length = Buffer.byteLength(bytes);
  response.setHeader('Content-Length', length);
  response.statusCode = status;
  endAnswer(response, bytes, length);
}

/** The error body of contract §2.4. */
export interface ErrorBody {
  httpStatus: number;
  errorId: string;
  message: string;
}

/**
 * Answers any error: an ApiError as it is, overload as 429, a busy database as 503, everything else as 500 with an
 * errorId. Does nothing if the request was already answered, for example after its deadline.
 */
export function answerError(response: ServerResponse, error: unknown): void {
  if (response.writableEnded) return;
  const answer = toApiError(error);
  const errorId = randomUUID();
  const exchange = exchangeOf(response);
  if (exchange !== undefined) {
    exchange.errorId = errorId;
    exchange.code = answer.code;
    if (mustBeLogged(answer)) exchange.cause = error;
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  answerJsonText(response, answer.status, JSON.stringify(errorBody(answer, errorId)), answer.headers);
}

export function errorBody(error: ApiError, errorId: string): ErrorBody {
  return {
    httpStatus: error.status,
    errorId,
    message: error.message.replaceAll('<errorId>', errorId),
    ...error.details,
  };
}

function mustBeLogged({ code }: ApiError): boolean {
  return code === 'INTERNAL' || code === 'DATABASE_BUSY' || code === 'FILES_UNAVAILABLE';
}

interface DescribedError {
  body: ErrorBody;
  headers: Record<string, string>;
  code: ErrorCode;
  cause?: unknown;
}

/** Describes an error that is one part of an answer. `cause` is the error of the service that must be logged. */
export function describeError(error: unknown): DescribedError {
  const answer = toApiError(error);
  const described = { body: errorBody(answer, randomUUID()), headers: answer.headers, code: answer.code };
  return mustBeLogged(answer) ? { ...described, cause: error } : described;
}

/**
 * Retry-After if a request is refused because of load. The queue of waiting requests empties in well under a second.
 */
const RETRY_AFTER_SECONDS = '1';

/** Returns the answer for any thrown value. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreOverloadedError) {
    return new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause: error });
  }
  if (error instanceof LimitReachedError) {
    return limitReached({ ...error.definition, limit: error.limit }, error);
  }
  // Express's router reports a path that cannot be percent-decoded in this way.
  if (error instanceof URIError) return new ApiError('MALFORMED_URL', { cause: error });
  if (error instanceof FilesUnavailable) return unavailable('FILES_UNAVAILABLE', error);
  if (error instanceof Error && wasStoreBusy(error)) return unavailable('DATABASE_BUSY', error);
  return new ApiError('INTERNAL', { cause: error });
}
