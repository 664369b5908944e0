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
import { readValue } from './read-value.ts';

/** Messages of the protocol that the library's types do not name. */
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

/** Statements that may run in a transaction with others, whatever they have. */
const TRANSACTIONAL = new Set(['select', 'insert', 'update', 'delete', 'merge', 'with', 'values', 'table', 'explain']);
/** The protocol counts parameters in two bytes. */
const MAX_PARAMETERS = 65_535;

interface Column {
  name: string;
  dataTypeID: number;
}

/**
 * One statement by the extended protocol
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY): the server refuses several
 * statements in one text, and sends no more rows than were asked for. It takes one round trip, and another one before
 * where the form of a parameter depends on its type, which the server then describes. Both are within one Sync, so that
 * a pooler in front of the server gives both to the same one. What is sent before one Sync is one transaction, and the
 * settings are made in it.
 */
export class OneStatement implements Submittable {
  readonly done: Promise<DatabaseResult>;
  readonly #statement: Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows'>;
  readonly #ended = Promise.withResolvers<DatabaseResult>();
  readonly #rows: JsonObject[] = [];
  #columns: readonly Column[] = [];
  #counted: number | null = null;
  #failure: unknown = null;
  #stopDescribing: (() => void) | null = null;
  /** Statements whose end the server has not reported yet: the settings, and this one. */
  #pending = 1;
  readonly #settings: string | null;

  /**
   * @param settings a statement of one row, which runs before in the same transaction. It is left out before statements
   * that the server runs in no transaction, such as VACUUM, or that end it, such as CALL
   * @throws StepFailure DATABASE_ERROR for more parameters than the protocol can count
   */
  constructor(statement: Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows'>, settings: string | null) {
    requireCountable(statement.parameters);
    this.#statement = statement;
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

  /** @param types of the parameters, by their numbers in pg_type; those that are missing do not matter */
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
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure !== null || this.#pending > 1) return;
    try {
      const row: JsonObject = {};
      for (const [index, { name, dataTypeID }] of this.#columns.entries())
        setOwn(row, name, readValue(fields[index] ?? null, dataTypeID));
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error;
    }
  }

  /** `INSERT 0 5` and `SELECT 5` count rows. `EXPLAIN`, `SHOW`, `CALL` and `CREATE TABLE` do not: those given count. */
  handleCommandComplete({ text }: { text: string }): void {
    const counted = / (\d+)$/.exec(text)?.[1];
    this.#counted = counted === undefined ? null : Number(counted);
    this.#pending -= 1;
  }

  /** There are more rows than were asked for; the server forgets them. */
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
    // While it waits for data it ignores the one that was sent.
    wire.sync();
  }

  handleCopyData(): void {
    // What COPY TO STDOUT writes is no row.
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
