import { StepFailure } from '@workflow/component-kit/run';

/** Classes of SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) of temporary failures. */
const PASSING_CLASSES = new Set(['08', '40', '53', '57', '58']);
/** Another session holds the lock. */
const PASSING = new Set(['55P03']);
const QUERY_CANCELED = '57014';
const SIGN_IN_CLASS = '28';
/** PROTOCOL_VIOLATION. Poolers also send this code for their own failures, but without the name of a server routine. */
const WRONG_PARAMETERS = { code: '08P01', routine: 'exec_bind_message' };

/** Returns an error of the library or the server as a failure of the step, with the server's message. */
export function postgresFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  const { code = '', message, detail, hint, severity, routine } = error as Record<string, string | undefined>;
  // Only a server's error has a severity.
  if (severity === undefined)
    return new StepFailure('DATABASE_UNAVAILABLE', `the database is unavailable: ${message ?? code}`);
  const words = [message, detail, hint].filter((part) => part !== undefined && part !== '').join('. ');
  const description = `${words} (SQLSTATE ${code})`;
  if (code === WRONG_PARAMETERS.code && routine === WRONG_PARAMETERS.routine)
    return new StepFailure('DATABASE_ERROR', `the statement needs another number of parameters: ${description}`);
  if (code === QUERY_CANCELED) return new StepFailure('STEP_TIMEOUT', description);
  if (code.startsWith(SIGN_IN_CLASS)) return new StepFailure('CREDENTIAL_REFUSED', description);
  const mayPass = PASSING_CLASSES.has(code.slice(0, 2)) || PASSING.has(code);
  return new StepFailure(mayPass ? 'DATABASE_UNAVAILABLE' : 'DATABASE_ERROR', description);
}
