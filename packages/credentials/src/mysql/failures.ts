import { StepFailure } from '@workflow/component-kit/run';

/**
 * Numbers of errors (https://mariadb.com/docs/server/reference/error-codes) that another try may change: too many
 * connections, a lock, a deadlock, a server that stops or starts, no room.
 */
const PASSING = new Set([1021, 1040, 1041, 1053, 1077, 1079, 1129, 1203, 1205, 1206, 1213, 1226, 1317, 4031]);
/** The time limit of MariaDB and of MySQL. */
const TIMED_OUT = new Set([1969, 3024]);
const REFUSED = new Set([1044, 1045, 1698, 1862]);
const PASSING_STATES = /^(?:08|40)/;

/** A failure of the library or the server as one of the step, in the server's own words. */
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
  // Only a server's error has one.
  if (sqlState === undefined || sqlState === '' || errno === undefined)
    return new StepFailure('DATABASE_UNAVAILABLE', `the database: ${message || code}`);
  const said = `${sqlMessage ?? message} (${code}, SQLSTATE ${sqlState})`;
  if (TIMED_OUT.has(errno)) return new StepFailure('STEP_TIMEOUT', said);
  if (REFUSED.has(errno)) return new StepFailure('CREDENTIAL_REFUSED', said);
  const mayPass = PASSING.has(errno) || PASSING_STATES.test(sqlState);
  return new StepFailure(mayPass ? 'DATABASE_UNAVAILABLE' : 'DATABASE_ERROR', said);
}
