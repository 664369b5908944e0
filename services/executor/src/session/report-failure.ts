import { randomUUID } from 'node:crypto';
import type { SessionError } from '@workflow/workflow-model';
import type { SessionDependencies } from './session-dependencies.ts';
import type { SessionOutcome } from './session-outcome.ts';
import { toStorableText } from './storable-json.ts';
import type { Mask } from './storable-json.ts';
import type { WalkResources } from './walk-resources.ts';

interface Failure {
  code: string;
  message: string;
  sessionId: string;
  /** Null if the session as a whole failed. */
  componentId: string | null;
  /** The thrown error, if it is an internal error and not a failure that the workflow's author can understand. */
  cause?: unknown;
}

type ReportedSession = Pick<WalkResources, 'session' | 'deps' | 'secrets' | 'sensitive'>;

/**
 * Longer messages are of no use. They are shortened after secrets are masked, because half a secret would not be found.
 */
const MAX_MESSAGE_LENGTH = 2_000;

/** Logs a failure and returns the error to record, which contains the errorId of the log line. */
export function reportFailure(log: SessionDependencies['log'], failure: Failure, mask: Mask): SessionError {
  const { sessionId, componentId, cause } = failure;
  const errorId = randomUUID();
  // Authors choose codes as well, from values of the session.
  const code = toStorableText(failure.code, mask);
  const message = shortMessage(failure.message, mask);
  const fields = { errorId, sessionId, componentId, code };
  if (cause === undefined) log.warn(fields, message);
  else log.error({ ...fields, err: maskError(cause, mask) }, message);
  return { code, message, componentId, errorId };
}

/** Returns the outcome of a session that failed with an internal error. */
export function internalFailure(
  cause: unknown,
  { session, deps, secrets, sensitive }: ReportedSession,
): SessionOutcome {
  const message = 'The session failed unexpectedly. Report the error ID to the operator';
  const failure = { code: 'INTERNAL_ERROR', message, sessionId: session.id, componentId: null, cause };
  return { kind: 'failed', error: reportFailure(deps.log, failure, sensitive.maskWith(secrets.mask)), steps: [] };
}

/** Adds an errorId to a failure of the whole session, such as a missed deadline, and logs it. */
export function withErrorId(
  outcome: SessionOutcome,
  { session, deps, secrets, sensitive }: ReportedSession,
): SessionOutcome {
  if (outcome.kind !== 'failed' || outcome.error.errorId !== undefined) return outcome;
  const failure = { ...outcome.error, sessionId: session.id };
  return { ...outcome, error: reportFailure(deps.log, failure, sensitive.maskWith(secrets.mask)) };
}

/** Returns a message in the form in which it is recorded. */
export function shortMessage(message: string, mask: Mask): string {
  return cut(toStorableText(message, mask));
}

function cut(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…` : message;
}

/** Masks an internal error, which may contain values of the session. */
function maskError(cause: unknown, mask: Mask): unknown {
  if (mask === null || !(cause instanceof Error)) return cause;
  const masked = new Error(mask(cause.message));
  masked.name = cause.name;
  masked.stack = mask(cause.stack ?? '');
  return masked;
}
