import type { LibraryUse } from '@workflow/outbound/library-use';
import { StepFailure, type DatabaseResult, type DatabaseStatement } from '@workflow/component-kit/run';
import type { Connection, ResultSetHeader } from 'mysql2';
import { withinBytes } from '../sql/limited-bytes.ts';
import { parseJsonValues } from '../sql/json-values.ts';
import { MAX_KEY_LENGTH, rememberedResult, requireRunOnce, storedResult } from '../sql/remembered-result.ts';
import { ask } from './ask.ts';
import { streamOf } from './connect.ts';
import { runWithDates } from './run-with-dates.ts';

const NO_SUCH_TABLE = 1146;

/** A connection, and the time limit that is set on its server. */
export interface MysqlConnection {
  connection: Connection;
  /** Guards all calls of the library on this connection. */
  use: LibraryUse;
  timeoutMs: number | null;
}

/** Runs one statement, with or without a run-once key. Rejects with the error of the library or the server. */
export async function runStatement(held: MysqlConnection, statement: DatabaseStatement): Promise<DatabaseResult> {
  const runOnce = requireRunOnce(statement);
  const { connection } = held;
  if (held.timeoutMs !== statement.timeoutMs) {
    await execute(connection, `SET ${limitOf(connection, statement.timeoutMs ?? 0)}`);
    held.timeoutMs = statement.timeoutMs;
  }
  const result = await withinBytes(streamOf(connection), statement.maxBytes, () =>
    runOnce === null ? runWithDates(connection, statement) : runWithKey(connection, statement, runOnce),
  );
  // This needs no connection, and after `maxRows` rows it may be closed.
  if (runOnce === null) await parseJsonValues(result.rows, statement.parseJson);
  return result;
}

/**
 * Returns the assignment that sets a time limit. MariaDB limits every statement, in seconds; MySQL limits SELECT only,
 * in milliseconds. 0 means no limit.
 */
export function limitOf(connection: Connection, timeoutMs: number): string {
  return (connection as { _isMariaDB?: boolean })._isMariaDB === true
    ? `SESSION max_statement_time = ${timeoutMs / 1_000}`
    : `SESSION max_execution_time = ${timeoutMs}`;
}

/**
 * Runs a statement once for its key. The key is inserted before the statement runs, so this waits for another try of
 * the same step that may still run at the server. Table and key consist of letters that need no quoting.
 */
async function runWithKey(
  connection: Connection,
  statement: DatabaseStatement,
  { table, key }: { table: string; key: string },
): Promise<DatabaseResult> {
  const isNew = await takeKey(connection, table, key);
  if (!isNew) {
    const rows = await ask(connection, `SELECT result FROM \`${table}\` WHERE step_key = '${key}'`);
    await execute(connection, 'COMMIT');
    return rememberedResult((rows[0]?.[0] as string | null | undefined) ?? null);
  }
  const result = await runWithDates(connection, statement);
  await parseJsonValues(result.rows, statement.parseJson);
  const [saved] = await connection
    .promise()
    .query<ResultSetHeader>(`UPDATE \`${table}\` SET result = ? WHERE step_key = '${key}'`, [storedResult(result)]);
  if (saved.affectedRows !== 1)
    throw new StepFailure('DATABASE_ERROR', `the statement removed its own key from ${table}; nothing was changed`);
  await execute(connection, 'COMMIT');
  return result;
}

/** Begins a transaction and inserts the key. Returns false if the key was already there. */
async function takeKey(connection: Connection, table: string, key: string): Promise<boolean> {
  try {
    return await insertKey(connection, table, key);
  } catch (error) {
    if ((error as { errno?: number }).errno !== NO_SUCH_TABLE) throw error;
  }
  const columns =
    `step_key varchar(${MAX_KEY_LENGTH}) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY, ` +
    'result longtext CHARACTER SET utf8mb4, created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP';
  // Creating a table commits the transaction.
  await execute(connection, `CREATE TABLE IF NOT EXISTS \`${table}\` (${columns}) ENGINE = InnoDB`);
  return insertKey(connection, table, key);
}

async function insertKey(connection: Connection, table: string, key: string): Promise<boolean> {
  await execute(connection, 'START TRANSACTION');
  const { affectedRows } = await execute(connection, `INSERT IGNORE INTO \`${table}\` (step_key) VALUES ('${key}')`);
  return affectedRows === 1;
}

async function execute(connection: Connection, sql: string): Promise<ResultSetHeader> {
  const [header] = await connection.promise().query<ResultSetHeader>({ sql, rowsAsArray: true });
  return header;
}
