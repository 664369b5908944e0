import { randomUUID } from 'node:crypto';
import type { SessionError } from '@workflow/workflow-model';
import type { SessionDependencies } from './session-dependencies.ts';
import { toStorableText } from './storable-json.ts';
import type { Mask } from './storable-json.ts';

interface Failure {
  code: string;
  message: string;
  sessionId: string;
  /** null: of the session as a whole. */
  componentId: string | null;
  /** What was thrown, when it is a fault of ours and no failure that the author can understand. */
  cause?: unknown;
}

/** Logs a failure and gives the error to record, which carries the log line's errorId. */
export function reportFailure(log: SessionDependencies['log'], failure: Failure, mask: Mask): SessionError {
  const { code, sessionId, componentId, cause } = failure;
  const errorId = randomUUID();
  const message = toStorableText(failure.message, mask);
  const fields = { errorId, sessionId, componentId, code };
  if (cause === undefined) log.warn(fields, message);
  else log.error({ ...fields, err: cause }, message);
  return { code, message, componentId, errorId };
}
