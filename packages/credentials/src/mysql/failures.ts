import { StepFailure } from '@workflow/component-kit/run';

/**
 * Error numbers (https://mariadb.com/docs/server/reference/error-codes) of temporary failures: too many connections, a
 * lock, a deadlock, a server that stops or starts, no disk space.
 */
const PASSING = new Set([1021, 1040, 1041, 1053, 1077, 1079, 1129, 1203, 1205, 1206, 1213, 1226, 1317, 4031]);
/** The time limits of MariaDB and of MySQL. */
const TIMED_OUT = new Set([1969, 3024]);
const REFUSED = new Set([1044, 1045, 1698, 1862]);
const PASSING_STATES = /^(?:08|40)/;

/** Returns an error of the library or the server as a failure of the step, with the server's message. */
export function mysqlFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  const {
    errno,
    code = '',
    sqlState,
    sqlMessage,
    message = '',
  } = error as {
    errno?: number;
    code?: string;
    sqlState?: string;
    sqlMessage?: string;
    message?: string;
  };
  // Only a server's error has an SQLSTATE.
  if (sqlState === undefined || sqlState === '' || errno === undefined)
    return new StepFailure('DATABASE_UNAVAILABLE', `the database is unavailable: ${message || code}`);
  const description = `${sqlMessage ?? message} (${code}, SQLSTATE ${sqlState})`;
  if (TIMED_OUT.has(errno)) return new StepFailure('STEP_TIMEOUT', description);
  if (REFUSED.has(errno)) return new StepFailure('CREDENTIAL_REFUSED', description);
  const mayPass = PASSING.has(errno) || PASSING_STATES.test(sqlState);
  return new StepFailure(mayPass ? 'DATABASE_UNAVAILABLE' : 'DATABASE_ERROR', description);
}
