import {
  mysqlParameter,
  StepFailure,
  type DatabaseResult,
  type DatabaseStatement,
  type JsonObject,
} from '@workflow/component-kit/run';
import { setOwn } from '@workflow/workflow-model';
import type { Connection, FieldPacket, ResultSetHeader } from 'mysql2';
import { charactersOf, ResultRoom } from '../sql/result-room.ts';
import { endConnection } from './connect.ts';
import { readValue } from './read-value.ts';

/** Reads the rows of a result. */
interface RowReader {
  next(packet: { length(): number }, columns: FieldPacket[], options: object): unknown;
}

/** A running command of the library. */
interface Command {
  /** The number of columns that the server announced. */
  readonly _fieldCount: number;
  /** Reads the definition of the first column. */
  readField(packet: object, connection: Connection): unknown;
  buildParserFromFields(columns: FieldPacket[], connection: Connection): new () => RowReader;
  on(event: 'error', listener: (error: unknown) => void): this;
  on(event: 'end', listener: () => void): this;
  on(event: 'fields', listener: (fields: FieldPacket[] | undefined, set: number) => void): this;
  on(event: 'result', listener: (row: unknown[] | ResultSetHeader, set: number) => void): this;
}

/** The maximum number of columns of a statement (https://dev.mysql.com/doc/refman/8.4/en/column-count-limit.html). */
const MAX_COLUMNS = 4_096;

type Statement = Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows' | 'maxBytes'>;

/**
 * Runs one statement as a prepared statement: its values are not part of its text, and the server refuses several
 * statements in one text. Of a procedure's results only the first is returned.
 * @param rest what happens after `maxRows` rows: `close` closes the connection, so that the server sends no more of
 * them. `skip` reads them without storing them, because closing would undo changes, and later statements need the
 * connection
 */
export async function runOne(
  connection: Connection,
  { text, parameters, maxRows, maxBytes }: Statement,
  rest: 'close' | 'skip',
): Promise<DatabaseResult> {
  await requireCount(connection, text, parameters.length);
  const { promise, resolve, reject } = Promise.withResolvers<DatabaseResult>();
  const rows: JsonObject[] = [];
  const room = new ResultRoom(maxBytes);
  let columns: readonly FieldPacket[] = [];
  let nameCharacters = 0;
  let changed: number | null = null;
  const fail = (error: unknown): void => {
    reject(error);
    endConnection(connection);
  };
  const values = parameters.map(mysqlParameter);
  const command = connection.execute({ sql: text, values, rowsAsArray: true }) as unknown as Command;
  requireColumns(command, fail);
  command.on('error', reject);
  command.on('fields', (fields, set) => {
    if (set !== 0) return;
    columns = fields ?? [];
    nameCharacters = charactersOf(columns);
  });
  command.on('result', (row, set) => {
    if (set > 0) return;
    if (!Array.isArray(row)) {
      changed = row.affectedRows;
      return;
    }
    if (rows.length < maxRows) {
      try {
        room.takeRow(columns.length, nameCharacters);
        rows.push(rowOf(row, columns, room));
      } catch (error) {
        fail(error);
      }
      return;
    }
    if (rest === 'skip') return;
    endConnection(connection);
    resolve({ rows, rowCount: rows.length });
  });
  command.on('end', () => resolve({ rows, rowCount: rows.length > 0 ? rows.length : (changed ?? 0) }));
  return promise;
}

/**
 * Refuses more columns than a server has, and rows without a bit for each column. For such a row the library makes a
 * value for each column, however short the row is.
 */
function requireColumns(command: Command, fail: (error: unknown) => void): void {
  const readField = command.readField.bind(command);
  command.readField = (packet, connection) => {
    if (command._fieldCount > MAX_COLUMNS) fail(malformed(`a result of ${command._fieldCount} columns`));
    return readField(packet, connection);
  };
  const build = command.buildParserFromFields.bind(command);
  command.buildParserFromFields = (columns, connection) => {
    const reader = new (build(columns, connection))();
    const leastBytes = HEADER_BYTES + 1 + Math.floor((columns.length + 9) / 8);
    return class implements RowReader {
      next(...[packet, ...rest]: Parameters<RowReader['next']>): unknown {
        if (packet.length() >= leastBytes) return reader.next(packet, ...rest);
        fail(malformed('a row that is too short'));
        return [];
      }
    };
  };
}

const HEADER_BYTES = 4;

function malformed(what: string): StepFailure {
  return new StepFailure('DATABASE_UNAVAILABLE', `the database does not follow MySQL's protocol: it sent ${what}`);
}

function rowOf(values: unknown[], columns: readonly FieldPacket[], room: ResultRoom): JsonObject {
  const row: JsonObject = {};
  for (const [index, field] of columns.entries()) setOwn(row, field.name, readValue(values[index], field, room));
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
