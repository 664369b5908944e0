import {
  mysqlParameter,
  StepFailure,
  type DatabaseResult,
  type DatabaseStatement,
  type JsonObject,
} from '@workflow/component-kit/run';
import { setOwn } from '@workflow/workflow-model';
import type { Connection, FieldPacket, ResultSetHeader } from 'mysql2';
import { endConnection } from './connect.ts';
import { readValue } from './read-value.ts';

/** A running command of the library. */
interface Command {
  on(event: 'error', listener: (error: unknown) => void): this;
  on(event: 'end', listener: () => void): this;
  on(event: 'fields', listener: (fields: FieldPacket[] | undefined, set: number) => void): this;
  on(event: 'result', listener: (row: unknown[] | ResultSetHeader, set: number) => void): this;
}

/**
 * Runs one statement as a prepared statement: its values are not part of its text, and the server refuses several
 * statements in one text. Of a procedure's results only the first is returned. After `maxRows` rows the connection is
 * closed.
 */
export async function runOne(
  connection: Connection,
  { text, parameters, maxRows }: Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows'>,
): Promise<DatabaseResult> {
  await requireCount(connection, text, parameters.length);
  const { promise, resolve, reject } = Promise.withResolvers<DatabaseResult>();
  const rows: JsonObject[] = [];
  let columns: FieldPacket[] = [];
  let changed: number | null = null;
  const values = parameters.map(mysqlParameter);
  const command = connection.execute({ sql: text, values, rowsAsArray: true }) as unknown as Command;
  command.on('error', reject);
  command.on('fields', (fields, set) => {
    if (set === 0) columns = fields ?? [];
  });
  command.on('result', (row, set) => {
    if (set > 0) return;
    if (!Array.isArray(row)) {
      changed = row.affectedRows;
      return;
    }
    if (rows.length < maxRows) {
      try {
        rows.push(rowOf(row, columns));
      } catch (error) {
        reject(error);
      }
      return;
    }
    endConnection(connection);
    resolve({ rows, rowCount: rows.length });
  });
  command.on('end', () => resolve({ rows, rowCount: rows.length > 0 ? rows.length : (changed ?? 0) }));
  return promise;
}

function rowOf(values: unknown[], columns: readonly FieldPacket[]): JsonObject {
  const row: JsonObject = {};
  for (const [index, field] of columns.entries()) setOwn(row, field.name, readValue(values[index], field));
  return row;
}

/**
 * Checks the number of parameters, because a server reads missing ones from uninitialized memory. The library reuses
 * the prepared statement for its execution.
 * @throws StepFailure DATABASE_ERROR; rejects with the server's error if it refuses the statement
 */
async function requireCount(connection: Connection, text: string, given: number): Promise<void> {
  const named = await new Promise<number>((resolve, reject) => {
    connection.prepare({ sql: text, rowsAsArray: true } as unknown as string, (error, statement) => {
      if (error === null) resolve((statement as unknown as { parameters: unknown[] }).parameters.length);
      else reject(error);
    });
  });
  if (named === given) return;
  throw new StepFailure('DATABASE_ERROR', `the statement names ${named} parameters, and ${given} were given`);
}
