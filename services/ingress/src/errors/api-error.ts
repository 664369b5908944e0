import type { FieldProblem } from '@workflow/workflow-model';
import { ERRORS, type ErrorCode } from './registry.ts';

interface ApiErrorOptions {
  /** The values of `<name>` in the registry's message. */
  values?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Further members of the error body, such as a definition's `problems`. */
  details?: Record<string, unknown>;
  /**
   * If true, the answer is delayed. A client that repeats a refused request immediately would otherwise use the time of
   * all others.
   */
  answeredLate?: boolean;
  cause?: unknown;
}

/** An error that is answered as it is: with the status and message of its code, with the values filled in. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly details: Record<string, unknown>;
  readonly answeredLate: boolean;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(fill(ERRORS[code].message, options.values ?? {}), { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.headers = options.headers ?? {};
    this.details = options.details ?? {};
    this.answeredLate = options.answeredLate ?? false;
  }
}

/** Creates a 400 that names all problems of one body in one message. */
export function invalidRequest(problems: readonly string[]): ApiError {
  return new ApiError('INVALID_REQUEST', { values: { problems: problems.join('; ') } });
}

/** Returns INVALID_REQUEST with the list `problems`, so that a form can show each at its field. */
export function invalidFields(problems: readonly FieldProblem[]): ApiError {
  const values = { problems: problems.map(({ message }) => message).join('; ') };
  return new ApiError('INVALID_REQUEST', { values, details: { problems } });
}

/** Creates a 413 that names the maximum size of the body. */
export function bodyTooLarge(maxBytes: number): ApiError {
  return new ApiError('BODY_TOO_LARGE', { values: { limit: maxBytes } });
}

/** Creates a 409 with its reason as the message. */
export function conflict(reason: string): ApiError {
  return new ApiError('CONFLICT', { values: { reason } });
}

/** Creates a 429 that names the time to wait. */
export function tooManyRequests(waitSeconds: number): ApiError {
  return new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': String(waitSeconds) } });
}

/** Retry-After if a part of the service is not available now. */
const UNAVAILABLE_SECONDS = 5;

/**
 * Creates a 503 that names the time to wait. Use it only if the request changed nothing, because our client then sends
 * every request again.
 */
export function unavailable(code: 'DATABASE_BUSY' | 'FILES_UNAVAILABLE', cause?: unknown): ApiError {
  return new ApiError(code, { headers: { 'Retry-After': String(UNAVAILABLE_SECONDS) }, cause });
}

/** The values in the message of a limit. */
interface ReachedLimit {
  owner: string;
  limit: string | number;
  pluralName: string;
  variable: string;
  endThemselves?: boolean;
}

/** Retry-After if somebody has to remove something first. Our client, for example, does not wait as long. */
const REMOVED_AFTER_SECONDS = 3_600;
/** Retry-After if the things end by themselves. */
const ENDED_AFTER_SECONDS = 5;

/** Creates a 429 that names a limited number of things. */
export function limitReached(
  { owner, limit, pluralName, variable, endThemselves = false }: ReachedLimit,
  cause: unknown,
): ApiError {
  return new ApiError('LIMIT_REACHED', {
    values: { owner, limit, pluralName, variable },
    headers: { 'Retry-After': String(endThemselves ? ENDED_AFTER_SECONDS : REMOVED_AFTER_SECONDS) },
    cause,
  });
}

/** Creates a 405 that names the allowed methods of the path (RFC 9110 §15.5.6). */
export function methodNotAllowed(allowed: string): ApiError {
  return new ApiError('METHOD_NOT_ALLOWED', { values: { allowed }, headers: { Allow: allowed } });
}

function fill(template: string, values: Record<string, string | number>): string {
  return template.replaceAll(/<(\w+)>/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
