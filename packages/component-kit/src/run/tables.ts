import type { Json, JsonObject } from '@workflow/workflow-model';

/** The rows of a table that match all conditions. */
export interface RowTarget {
  key?: string | undefined;
  /** Columns and the values that they must equal. null matches an empty column. */
  where?: JsonObject | undefined;
}

/**
 * Tables of the organization, by name. Rows have their key and all columns, with null for empty ones. Written values
 * are checked and normalized by the columns. A change counts once for a step, however many attempts it has. Each method
 * throws StepFailure: TABLE_MISSING, FIELD_INVALID for keys and columns, STORAGE_LIMIT_REACHED.
 */
export interface Tables {
  /** Inserts a row. @throws StepFailure KEY_EXISTS */
  insert(table: string, key: string, row: JsonObject): Promise<Json>;
  /** Changes these columns, or creates the row. */
  upsert(table: string, key: string, row: JsonObject): Promise<Json>;
  /** Updates matching rows. @param limit null for all @returns the rows @throws StepFailure TOO_MANY_ITEMS */
  update(table: string, target: RowTarget, row: JsonObject, limit: number | null): Promise<Json>;
  /** Deletes matching rows. @param limit null for all @returns the first thousand rows before the deletion */
  delete(table: string, target: RowTarget, limit: number | null): Promise<Json>;
  /** Returns the first matching rows in the order of their keys. */
  find(table: string, target: RowTarget, limit: number): Promise<Json>;
  count(table: string, target: RowTarget): Promise<number>;
  /**
   * Creates the row if its key does not exist. @param ttlSeconds null for no expiry @returns true if it did not exist
   */
  firstSeen(table: string, key: string, row: JsonObject, ttlSeconds: number | null): Promise<boolean>;
}
