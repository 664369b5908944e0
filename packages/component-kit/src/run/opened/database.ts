import type { Json, JsonObject } from '@workflow/workflow-model';

/** One statement of a database, and how much of its time and memory it may take. */
export interface DatabaseStatement {
  readonly text: string;
  /** In the order in which the statement names them. */
  readonly parameters: readonly Json[];
  /** Rows beyond are not read. */
  readonly maxRows: number;
  /** Of what the server sends. */
  readonly maxBytes: number;
  /** After which the server ends the statement by itself; null: never. */
  readonly timeoutMs: number | null;
  /**
   * Parses JSON values that are too many, or too large, for the executor's own process. Invalid ones stay texts. Left
   * out: all are parsed there.
   */
  readonly parseJson?: ((texts: readonly string[]) => Promise<Json[]>) | undefined;
  /** Runs it once for this key: the table remembers what it gave. */
  readonly runOnce?: { readonly table: string; readonly key: string } | undefined;
}

export interface DatabaseResult {
  readonly rows: JsonObject[];
  /** Rows that were given, or changed where none are given. */
  readonly rowCount: number;
}

/** What a credential of a database gives to run code. */
export interface Database {
  /**
   * Runs one statement on a kept connection. When the signal fires, it is ended at the server too.
   * @throws StepFailure DATABASE_ERROR, DATABASE_UNAVAILABLE, CREDENTIAL_REFUSED, ADDRESS_REFUSED, OUTPUT_TOO_LARGE,
   * STEP_TIMEOUT; rejects with the signal's reason
   */
  run(statement: DatabaseStatement, signal: AbortSignal): Promise<DatabaseResult>;
}
