import {
  StepFailure,
  type DatabaseResult,
  type DatabaseStatement,
  type Json,
  type JsonObject,
} from '@workflow/component-kit/run';
import { setOwn } from '@workflow/workflow-model';
import type { Connection, Submittable } from 'pg';
import { readValue } from './read-value.ts';
import { writeValue } from './write-value.ts';

/** Messages of the protocol that the library's types do not name. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(statement: { text: string; name: string; types: [] }): void;
  bind(portal: { values: unknown[]; valueMapper: (value: Json) => string | null }): void;
  describe(portal: { type: 'P'; name: string }): void;
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
  sendCopyFail(why: string): void;
}

interface Column {
  name: string;
  dataTypeID: number;
}

/**
 * One statement by the extended protocol
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY), in one round trip: the server
 * refuses several statements in one text, and sends no more rows than were asked for.
 */
export class OneStatement implements Submittable {
  readonly done: Promise<DatabaseResult>;
  readonly #statement: Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows'>;
  readonly #ended = Promise.withResolvers<DatabaseResult>();
  readonly #rows: JsonObject[] = [];
  #columns: readonly Column[] = [];
  #counted: number | null = null;
  #failure: unknown = null;

  constructor(statement: Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows'>) {
    this.#statement = statement;
    this.done = this.#ended.promise;
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    const { text, parameters, maxRows } = this.#statement;
    wire.stream.cork();
    try {
      wire.parse({ text, name: '', types: [] });
      wire.bind({ values: [...parameters], valueMapper: writeValue });
      wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '', rows: maxRows });
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#columns = fields;
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure !== null) return;
    try {
      const row: JsonObject = {};
      for (const [index, { name, dataTypeID }] of this.#columns.entries())
        setOwn(row, name, readValue(fields[index] ?? null, dataTypeID));
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error;
    }
  }

  /** `INSERT 0 5`, `SELECT 5`; what changes no rows, such as CREATE TABLE, has no number. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#counted = Number(/ (\d+)$/.exec(text)?.[1] ?? 0);
  }

  /** There are more rows than were asked for; the server forgets them. */
  handlePortalSuspended(): void {
    this.#counted = null;
  }

  handleEmptyQuery(): void {
    this.#counted = 0;
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
    this.#ended.reject(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.#ended.resolve({ rows: this.#rows, rowCount: this.#counted ?? this.#rows.length });
    else this.#ended.reject(this.#failure);
  }
}
