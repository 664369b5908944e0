import {
  dependsOnType,
  postgresParameter,
  StepFailure,
  type DatabaseResult,
  type DatabaseStatement,
  type Json,
  type JsonObject,
} from '@workflow/component-kit/run';
import { setOwn } from '@workflow/workflow-model';
import type { Connection, Submittable } from 'pg';
import { firstWordOf } from '../sql/first-word.ts';
import { charactersOf, ResultRoom } from '../sql/result-room.ts';
import { readValue } from './read-value.ts';

/** Members of the connection that the library's types leave out. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(statement: { text: string; name: string; types: [] }): void;
  bind(portal: { values: unknown[]; valueMapper: (value: Json, index: number) => string | null }): void;
  describe(what: { type: 'P' | 'S'; name: string }): void;
  flush(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
  off(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
  sendCopyFail(why: string): void;
}

/** Statements that may always run in a transaction with others. */
const TRANSACTIONAL = new Set(['select', 'insert', 'update', 'delete', 'merge', 'with', 'values', 'table', 'explain']);
/** The protocol counts parameters in two bytes. */
const MAX_PARAMETERS = 65_535;

interface Column {
  name: string;
  dataTypeID: number;
}

type Statement = Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows' | 'maxBytes'>;

/**
 * Runs one statement by the extended protocol
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY): the server refuses several
 * statements in one text, and sends at most the requested rows. It takes one round trip. If the form of a parameter
 * depends on its type, another round trip before it makes the server describe the types. Both precede one Sync, so that
 * a pooler sends them to the same server. Everything before one Sync is one transaction, which the settings belong to.
 */
export class OneStatement implements Submittable {
  readonly done: Promise<DatabaseResult>;
  readonly #statement: Statement;
  readonly #ended = Promise.withResolvers<DatabaseResult>();
  readonly #rows: JsonObject[] = [];
  readonly #room: ResultRoom;
  #columns: readonly Column[] = [];
  #nameCharacters = 0;
  #counted: number | null = null;
  #failure: unknown = null;
  #stopDescribing: (() => void) | null = null;
  /** Statements whose end the server has not reported yet: the settings, and this statement. */
  #pending = 1;
  readonly #settings: string | null;

  /**
   * @param settings a statement that returns one row, which runs before in the same transaction. It is left out for
   * statements that the server does not run in a transaction, such as VACUUM, or that end it, such as CALL
   * @throws StepFailure DATABASE_ERROR for more parameters than the protocol can count
   */
  constructor(statement: Statement, settings: string | null) {
    requireCountable(statement.parameters);
    this.#statement = statement;
    this.#room = new ResultRoom(statement.maxBytes);
    this.#settings = settings !== null && TRANSACTIONAL.has(firstWordOf(statement.text)) ? settings : null;
    this.done = this.#ended.promise;
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    const { text, parameters } = this.#statement;
    wire.stream.cork();
    try {
      this.#begin(wire);
      wire.parse({ text, name: '', types: [] });
      if (parameters.some(dependsOnType)) this.#describe(wire);
      else this.#run(wire, []);
    } finally {
      wire.stream.uncork();
    }
  }

  #describe(wire: Wire): void {
    const onTypes = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void => {
      this.#stopDescribing = null;
      wire.stream.cork();
      try {
        this.#run(wire, dataTypeIDs);
      } finally {
        wire.stream.uncork();
      }
    };
    wire.once('parameterDescription', onTypes);
    // After an error the server skips everything before a Sync, and describes nothing.
    this.#stopDescribing = () => {
      wire.off('parameterDescription', onTypes);
      wire.sync();
    };
    wire.describe({ type: 'S', name: '' });
    wire.flush();
  }

  /** @param types of the parameters, by their numbers in pg_type; missing ones are not needed */
  #run(wire: Wire, types: readonly number[]): void {
    const { parameters, maxRows } = this.#statement;
    wire.bind({ values: [...parameters], valueMapper: (value, index) => postgresParameter(value, types[index] ?? 0) });
    wire.describe({ type: 'P', name: '' });
    wire.execute({ portal: '', rows: maxRows });
    wire.sync();
  }

  #begin(wire: Wire): void {
    if (this.#settings === null) return;
    this.#pending += 1;
    wire.parse({ text: this.#settings, name: '', types: [] });
    wire.bind({ values: [], valueMapper: () => null });
    wire.execute({ portal: '', rows: 0 });
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#columns = fields;
    this.#nameCharacters = charactersOf(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure !== null || this.#pending > 1) return;
    try {
      if (fields.length !== this.#columns.length)
        throw new StepFailure('DATABASE_UNAVAILABLE', 'the database sent a row that lacks described columns');
      this.#room.takeRow(fields.length, this.#nameCharacters);
      const row: JsonObject = {};
      for (const [index, { name, dataTypeID }] of this.#columns.entries())
        setOwn(row, name, readValue(fields[index] ?? null, dataTypeID, this.#room));
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error;
    }
  }

  /**
   * `INSERT 0 5` and `SELECT 5` contain the number of rows. For `EXPLAIN`, `SHOW`, `CALL` and `CREATE TABLE` the
   * returned rows count.
   */
  handleCommandComplete({ text }: { text: string }): void {
    const counted = / (\d+)$/.exec(text)?.[1];
    this.#counted = counted === undefined ? null : Number(counted);
    this.#pending -= 1;
  }

  /** Called if there are more rows than requested. The server discards them. */
  handlePortalSuspended(): void {
    this.#counted = null;
    this.#pending -= 1;
  }

  handleEmptyQuery(): void {
    this.#counted = 0;
    this.#pending -= 1;
  }

  handleCopyInResponse(connection: Connection): void {
    const wire = connection as unknown as Wire;
    const why = 'COPY FROM STDIN has nothing to read here';
    this.#failure = new StepFailure('DATABASE_ERROR', why);
    wire.sendCopyFail(why);
    // While the server waits for data it ignores the Sync that was sent before.
    wire.sync();
  }

  handleCopyData(): void {
    // The output of COPY TO STDOUT is not rows, so it is ignored.
  }

  handleError(error: unknown): void {
    this.#stopDescribing?.();
    this.#stopDescribing = null;
    this.#ended.reject(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#failure === null && this.#pending > 0)
      this.#failure = new StepFailure('DATABASE_UNAVAILABLE', 'the database ended the statement without a result');
    if (this.#failure === null) this.#ended.resolve({ rows: this.#rows, rowCount: this.#counted ?? this.#rows.length });
    else this.#ended.reject(this.#failure);
  }
}

function requireCountable(parameters: readonly Json[]): void {
  if (parameters.length <= MAX_PARAMETERS) return;
  const why = `the statement has ${parameters.length} parameters, and ${MAX_PARAMETERS} are allowed`;
  throw new StepFailure('DATABASE_ERROR', why);
}
