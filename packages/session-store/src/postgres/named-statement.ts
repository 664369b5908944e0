import type { SessionMode, SessionStatus, SessionTrigger, StepStatus } from '@workflow/workflow-model';
import type { Statement } from './sql.ts';

/** The types that columns of rows may have, each with the type that the driver returns. */
interface ColumnTypes {
  uuid: string;
  text: string;
  varchar: string;
  int4: number;
  /** The driver returns the decimal digits, because a number may be too large. */
  int8: string;
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

/** The fields of a row that the columns do not have, or have with another type, or with null where the row has none. */
type Differing<Row, Of extends Columns> = {
  [Name in keyof Row]-?: Name extends keyof Of
    ? IsNarrower<Row[Name], Of[Name]> extends true
      ? never
      : Name
    : undefined extends Row[Name]
      ? never
      : Name;
}[keyof Row];

type IsNarrower<Field, Type> = Type extends `${infer Base extends keyof ColumnTypes}?`
  ? null extends Field
    ? [NonNullable<Field>] extends [Read<ColumnTypes[Base]>]
      ? true
      : false
    : false
  : Type extends keyof ColumnTypes
    ? [Exclude<Field, undefined>] extends [Read<ColumnTypes[Type]>]
      ? true
      : false
    : false;

/** Rows may contain values as they are read only. */
type Read<Value> = Value extends Buffer ? Uint8Array : Value extends string[] ? readonly string[] : Value;

/** Accepts columns only if the row is a narrower form of them. Otherwise it names the fields that differ. */
export type Fits<Row, Of extends Columns> = [Row] extends [never]
  ? unknown
  : [Differing<Row, Of>] extends [never]
    ? unknown
    : { differing: Differing<Row, Of> };

/** The row that a statement returns: a narrower form of its columns if one is specified. */
export type RowFor<Row, Of extends Columns> = [Row] extends [never] ? RowOf<Of> : Row;

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
 * The type of the rows follows from `columns`, unless a narrower one is specified, which must fit `columns`.
 *
 * @param columns the columns of the rows; `named-statement.test.ts` compares them with those that PostgreSQL describes
 * @example const FIND = statement<{ id: string }>()('find_name', 'SELECT name FROM users WHERE id = $id', {
 *     name: 'text',
 *   });
 *   const [row] = await query(...FIND.with({ id }));
 */
export function statement<Parameters extends object = object, Row = never>() {
  return <const Of extends Columns>(name: string, text: string, columns: Of & Fits<Row, Of>) =>
    defineStatement<Parameters, RowFor<Row, Of>>(name, text, columns);
}

/** Defines a statement like `statement`, without a comparison of its row with its columns. */
export function defineStatement<Parameters extends object, Row>(
  name: string,
  text: string,
  columns: Columns,
): NamedStatement<Parameters, Row> {
  const { text: numbered, names } = numberParameters(text);
  const namedStatement: NamedStatement<Parameters, Row> = {
    name,
    text: numbered,
    columns,
    with: (values) => [namedStatement, names.map((parameter) => valueOf(name, values, parameter))],
  };
  defined.push(namedStatement);
  return namedStatement;
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
