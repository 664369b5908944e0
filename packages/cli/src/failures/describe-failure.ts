import { ApiError, PermissionDeniedError, TriggerError, UnauthorizedError, WorkflowNameError } from '@workflow/client';
import { CommandFailed, EXIT, SignInError, UsageError } from './failures.ts';

export interface Failure {
  exitCode: number;
  /** Empty if everything was shown already. */
  message: string;
  errorId: string | null;
  httpStatus: number | null;
}

/** The service answers with this message if a key is unknown, deleted or expired. */
const BAD_KEY = 'Permission Denied';

/** Returns the message and the exit code for an error. */
export function describeFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const plain = { message, errorId: null, httpStatus: null };
  if (error instanceof UsageError || error instanceof TriggerError) return { ...plain, exitCode: EXIT.wrongUse };
  if (error instanceof SignInError) return { ...plain, exitCode: EXIT.notSignedIn };
  if (error instanceof CommandFailed || error instanceof WorkflowNameError) return { ...plain, exitCode: EXIT.failed };
  if (!(error instanceof ApiError)) return { ...plain, exitCode: EXIT.failed };
  const { errorId, httpStatus } = error;
  const isKey = error instanceof UnauthorizedError || (error instanceof PermissionDeniedError && message === BAD_KEY);
  return {
    exitCode: isKey ? EXIT.notSignedIn : EXIT.failed,
    message: isKey ? `${message}: the key is unknown, deleted or expired; run \`workflow login\`` : message,
    errorId,
    httpStatus,
  };
}
