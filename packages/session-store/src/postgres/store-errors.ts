import { isConnectionLoss } from '@workflow/postgres-hosts';

/** Thrown if too many operations wait for PostgreSQL. This operation was refused immediately and wrote nothing. */
export class StoreOverloadedError extends Error {
  override readonly name = 'StoreOverloadedError';
  readonly retryable = true;
}

/** Thrown if PostgreSQL did not answer in time, or at all. The operation may have been done. */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError';
  readonly retryable = true;
}

/**
 * Thrown if PostgreSQL could not do this: a timeout ended it, or the disk is full, or memory or connections are used
 * up. Nothing was written.
 */
export class StoreBusyError extends StoreUnavailableError {
  override readonly name = 'StoreBusyError';
}

/**
 * Thrown if the connection ended before PostgreSQL answered. A new connection may work, but the statement may have been
 * done. A transaction that fails with this error wrote nothing.
 */
export class StoreConnectionLostError extends StoreUnavailableError {
  override readonly name = 'StoreConnectionLostError';
}

/**
 * Thrown if PostgreSQL cannot store a value, such as a NUL or a lone surrogate in jsonb, or the value is too long to
 * send. Another attempt fails as well.
 */
export class UnstorableValueError extends Error {
  override readonly name = 'UnstorableValueError';
  readonly retryable = false;
}

/**
 * Thrown if the operation conflicted with another transaction (deadlock, serialization). Nothing was written, and a
 * retry may succeed.
 */
export class StoreConflictError extends Error {
  override readonly name = 'StoreConflictError';
  readonly retryable = true;
}

/** Thrown if another transaction held a row's lock for longer than the lock timeout. Nothing was written. */
export class StoreLockTimeoutError extends Error {
  override readonly name = 'StoreLockTimeoutError';
  readonly retryable = true;
}

const OWN = [
  StoreOverloadedError,
  StoreUnavailableError,
  StoreConflictError,
  StoreLockTimeoutError,
  UnstorableValueError,
];

/**
 * SQLSTATE classes and codes (PostgreSQL documentation, appendix A) that mean that the server failed, not the
 * statement. A prepared statement that is missing or exists already (26000, 42P05) indicates a pooler that mixes up
 * connections.
 */
const UNAVAILABLE = /^(08...|57P0[1-5]|57014|53...|58...|25006|26000|42P05|XX00.)$/;
/**
 * Timeouts of a statement (57014) or a transaction (25P03, 25P04; P2028 is Prisma's), insufficient resources (53), and
 * a write without room (58030).
 */
const BUSY = /^(57014|25P0[34]|P2028|53...|58030)$/;
/** P2034 is Prisma's code of a conflict. */
const CONFLICT = /^(40P01|40001|P2034)$/;
const LOCK_TIMEOUT = '55P03';
const UNSTORABLE = /^22...$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Converts an error of the driver to an error of this file. An error of the statement itself is returned unchanged. */
export function toStoreError(error: unknown): unknown {
  if (OWN.some((kind) => error instanceof kind)) return error;
  const { code, message } = sqlError(error);
  if (typeof code === 'string' && BUSY.test(code))
    return new StoreBusyError(`PostgreSQL is busy or full: ${message}`, { cause: error });
  if (isConnectionLoss({ code, message }))
    return new StoreConnectionLostError(`The connection to PostgreSQL ended: ${message}`, { cause: error });
  // An error without an SQLSTATE is from the driver or the socket: refused, reset, timed out.
  if (typeof code !== 'string' || !SQLSTATE.test(code) || UNAVAILABLE.test(code)) {
    return new StoreUnavailableError(`PostgreSQL is not available: ${message}`, { cause: error });
  }
  if (CONFLICT.test(code)) return new StoreConflictError(message, { cause: error });
  if (code === LOCK_TIMEOUT) return new StoreLockTimeoutError(message, { cause: error });
  if (UNSTORABLE.test(code)) return new UnstorableValueError(message, { cause: error });
  return error;
}

/** Returns true if the same operation may succeed later. */
export function mayPass(error: unknown): boolean {
  return (error as { retryable?: unknown } | null)?.retryable === true;
}

/** Returns true if PostgreSQL could not do it at that time, nothing was written, and a retry may succeed. */
export function wasStoreBusy(error: unknown): boolean {
  const storeError = toStoreError(error);
  return (
    storeError instanceof StoreBusyError ||
    storeError instanceof StoreConflictError ||
    storeError instanceof StoreLockTimeoutError
  );
}

/** Returns the SQLSTATE of an error of the driver or of Prisma's client, if it has one. */
export function sqlStateOf(error: unknown): unknown {
  return error instanceof Error ? sqlError(error).code : undefined;
}

interface SqlError {
  code?: unknown;
  message: string;
}

/** Unwraps an error of Prisma's client. If it contains no SQLSTATE, the server was not reached. */
function sqlError(error: unknown): SqlError {
  const { meta } = error as {
    meta?: { driverAdapterError?: { cause?: { originalCode?: string; originalMessage?: string } } };
  };
  const cause = meta?.driverAdapterError?.cause;
  if (cause === undefined) return error as SqlError;
  return { code: cause.originalCode, message: cause.originalMessage ?? (error as Error).message };
}
