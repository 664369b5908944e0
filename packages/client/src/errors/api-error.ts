/** The body of an error answer. An answer of a proxy may lack any field. */
interface ErrorBody {
  httpStatus?: unknown;
  errorId?: unknown;
  message?: unknown;
}

/** The service refused a request, or failed. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The HTTP status, 400 to 599. */
  readonly httpStatus: number;
  /** The id to report to the operator. Null if the answer was sent by a proxy instead of the service. */
  readonly errorId: string | null;
  /** The `Retry-After` of the answer in seconds, or null if there is none. */
  readonly retryAfterSeconds: number | null;
  /** The whole body, for example with the `problems` of a definition. */
  readonly body: unknown;

  constructor(httpStatus: number, body: unknown, retryAfterSeconds: number | null = null) {
    const { errorId, message } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    super(typeof message === 'string' && message !== '' ? message : `The answer was HTTP ${httpStatus}`);
    this.httpStatus = httpStatus;
    this.errorId = typeof errorId === 'string' ? errorId : null;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }
}

/** 400: the request or a placeholder value is invalid; the message names it. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}
/** 401: the API key is missing. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}
/** 403: the key is invalid, deleted or expired, or lacks the scope. */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError';
}
/** 404 and 410: the workflow, component, session or file does not exist or was deleted. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 409: the state does not allow the request. For example, the session ended before it was cancelled. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 412 and 428: the resource was changed after it was read. */
export class StaleRevisionError extends ApiError {
  override readonly name = 'StaleRevisionError';
}
/** 422: the idempotency key was used with another request. */
export class IdempotencyKeyReusedError extends ApiError {
  override readonly name = 'IdempotencyKeyReusedError';
}
/** 429: a limit was reached. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}
/** 5xx: the service failed or is overloaded. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

const CLASSES: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: StaleRevisionError,
  422: IdempotencyKeyReusedError,
  428: StaleRevisionError,
  429: RateLimitError,
};

/** Returns an error of the class for the HTTP status. */
export function apiErrorOf(httpStatus: number, body: unknown, retryAfterSeconds: number | null = null): ApiError {
  const Class = CLASSES[httpStatus] ?? (httpStatus >= 500 ? ServerError : ApiError);
  return new Class(httpStatus, body, retryAfterSeconds);
}
