import type { Json, JsonObject } from '@workflow/workflow-model';

/** One statement for a database, and its limits of time and memory. */
export interface DatabaseStatement {
  readonly text: string;
  /** The values in the order of the parameters. */
  readonly parameters: readonly Json[];
  /** Maximum number of rows. Further rows are left out. */
  readonly maxRows: number;
  /** The maximum size of the response. */
  readonly maxBytes: number;
  /** The time after which the server ends the statement. Null for no limit. */
  readonly timeoutMs: number | null;
  /**
   * Parses JSON values that are too many, or too large, for the executor's process. Invalid ones stay texts. Default:
   * all are parsed in the executor's process.
   */
  readonly parseJson?: ((texts: readonly string[]) => Promise<Json[]>) | undefined;
  /** Runs the statement once for this key. The table stores its result. */
  readonly runOnce?: { readonly table: string; readonly key: string } | undefined;
}

export interface DatabaseResult {
  readonly rows: JsonObject[];
  /** The number of returned rows, or of changed rows if none are returned. */
  readonly rowCount: number;
}

/** The interface of an opened database credential. */
export interface Database {
  /**
   * Runs one statement on a pooled connection. If the signal fires, the statement also ends on the server.
   * @throws StepFailure DATABASE_ERROR, DATABASE_UNAVAILABLE, CREDENTIAL_REFUSED, ADDRESS_REFUSED, OUTPUT_TOO_LARGE,
   * STEP_TIMEOUT; rejects with the signal's reason
   */
  run(statement: DatabaseStatement, signal: AbortSignal): Promise<DatabaseResult>;
}
