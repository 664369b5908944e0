import { dateTimeForMysql, type DatabaseResult, type DatabaseStatement } from '@workflow/component-kit/run';
import type { Connection } from 'mysql2';
import { firstWordOf } from '../sql/first-word.ts';
import { ask } from './ask.ts';
import { runOne } from './one-statement.ts';

type Statement = Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows' | 'maxBytes' | 'runOnce'>;

/** ER_TRUNCATED_WRONG_VALUE: a text does not have the date format of its column. */
const WRONG_VALUE = 1292;
const READS = new Set(['select', 'with', 'values', 'table']);
/** Statements that only store values, and change nothing if the server refuses one of them. */
const STORES = new Set(['insert', 'replace']);

/**
 * Runs one statement whose parameters may be DATE_TIMEs. Neither MariaDB nor the protocol describes the types of
 * parameters, and a text column must get the text unchanged. An INSERT or a statement that only reads therefore runs
 * with the texts first. If the server reports that a text is no datetime, by an error of an INSERT, which has changed
 * nothing, or by a warning of a statement that reads, it runs again with datetime literals in UTC. Every other
 * statement gets the literals immediately, because a condition of an UPDATE or DELETE, and a server that is not strict,
 * use a part of the text and report only a warning.
 */
export async function runWithDates(connection: Connection, statement: Statement): Promise<DatabaseResult> {
  const word = firstWordOf(statement.text);
  const rest = READS.has(word) && statement.runOnce === undefined ? 'close' : 'skip';
  const dated = { ...statement, parameters: statement.parameters.map((value) => dateTimeForMysql(value) ?? value) };
  if (dated.parameters.every((value, index) => value === statement.parameters[index]))
    return runOne(connection, statement, rest);
  if (READS.has(word)) {
    const result = await runOne(connection, statement, 'skip');
    return (await warnsOfDates(connection)) ? runOne(connection, dated, rest) : result;
  }
  const onlyStores = STORES.has(word) && !/\bselect\b/i.test(statement.text);
  if (!onlyStores || !(await isStrict(connection))) return runOne(connection, dated, rest);
  try {
    return await runOne(connection, statement, rest);
  } catch (error) {
    if ((error as { errno?: number }).errno !== WRONG_VALUE) throw error;
    return runOne(connection, dated, rest);
  }
}

async function warnsOfDates(connection: Connection): Promise<boolean> {
  const warnings = await ask(connection, 'SHOW WARNINGS');
  return warnings.some(([_level, code]) => code === WRONG_VALUE);
}

/**
 * Returns true in strict mode
 * (https://mariadb.com/docs/server/server-management/variables-and-modes/sql_mode#strict-mode).
 */
async function isStrict(connection: Connection): Promise<boolean> {
  const rows = await ask(connection, 'SELECT @@SESSION.sql_mode');
  return /STRICT_(?:TRANS|ALL)_TABLES/.test(String(rows[0]?.[0]));
}
