import type { SessionMode, SessionStatus, SessionTrigger, StepStatus } from '@workflow/workflow-model';
import type { Statement } from './sql.ts';

/** The types that columns of rows may have, each with the type that the driver returns. */
interface ColumnTypes {
  uuid: string;
  text: string;
  varchar: string;
  int4: number;
  int8: number;
  float8: number;
  bool: boolean;
  timestamptz: Date;
  bytea: Buffer;
  json: unknown;
  jsonb: unknown;
  'uuid[]': string[];
  'text[]': string[];
  /** The statement determines the type of its row. */
  question_status: string;
  operation_action: 'CANCEL' | 'RETRY';
  operation_status: 'RUNNING' | 'DONE' | 'STOPPED' | 'FAILED';
  session_status: SessionStatus;
  session_mode: SessionMode;
  step_status: StepStatus;
  session_trigger: SessionTrigger;
}

/** The columns of a row by name, each with its type in PostgreSQL. A type that ends in `?` may be null. */
export type Columns = Readonly<Record<string, keyof ColumnTypes | `${keyof ColumnTypes}?`>>;

/** The row that a statement with these columns returns. */
export type RowOf<Of extends Columns> = {
  -readonly [Name in keyof Of]: Of[Name] extends `${infer Type extends keyof ColumnTypes}?`
    ? ColumnTypes[Type] | null
    : Of[Name] extends keyof ColumnTypes
      ? ColumnTypes[Of[Name]]
      : never;
};

/** A statement whose parameters have names. */
export interface NamedStatement<Parameters extends object, Row> extends Statement<Row> {
  columns: Columns;
  /** Returns the arguments of `query`: the statement, and the values in the order of its parameters. */
  with(values: Parameters): [Statement<Row>, unknown[]];
}

const defined: NamedStatement<never, unknown>[] = [];

/** Returns all statements that the loaded modules define, for the test that compares their columns with PostgreSQL. */
export function definedStatements(): readonly NamedStatement<never, unknown>[] {
  return defined;
}

/**
 * Defines a statement whose parameters are written as `$name` and numbered in the order in which they first occur. A
 * fragment that several statements use names its parameters in the same way.
 * A statement without parameters needs no `with`: `query(FIND_ALL, [])`.
 * The type of the rows follows from `columns`, unless a narrower one is specified.
 *
 * @param columns the columns of the rows; `named-statement.test.ts` compares them with those that PostgreSQL describes
 * @example const FIND = statement<{ id: string }>()('find_name', 'SELECT name FROM users WHERE id = $id', {
 *     name: 'text',
 *   });
 *   const [row] = await query(...FIND.with({ id }));
 */
export function statement<Parameters extends object = object, Row = never>() {
  type RowFor<Of extends Columns> = [Row] extends [never] ? RowOf<Of> : Row;
  return <const Of extends Columns>(
    name: string,
    text: string,
    columns: Of,
  ): NamedStatement<Parameters, RowFor<Of>> => {
    const { text: numbered, names } = numberParameters(text);
    const namedStatement: NamedStatement<Parameters, RowFor<Of>> = {
      name,
      text: numbered,
      columns,
      with: (values) => [namedStatement, names.map((parameter) => valueOf(name, values, parameter))],
    };
    defined.push(namedStatement);
    return namedStatement;
  };
}

/** Replaces `$name` by `$1`, `$2` and so on. Returns the names in the order of their numbers. */
export function numberParameters(text: string): { text: string; names: string[] } {
  const names: string[] = [];
  const numbered = text.replaceAll(/\$([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numbered, names };
}

function valueOf(statementName: string, values: object, parameter: string): unknown {
  const value = (values as Record<string, unknown>)[parameter];
  if (value === undefined) throw new TypeError(`${statementName} has no value for its parameter ${parameter}`);
  return value;
}
