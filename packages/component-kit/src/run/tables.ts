import type { Json, JsonObject } from '@workflow/workflow-model';

/** Which rows of a table: those that fit all that is given. */
export interface RowTarget {
  key?: string | undefined;
  /** Columns that equal these values; null: that have none. */
  where?: JsonObject | undefined;
}

/**
 * Tables of the organization, by name. Rows come with their key and all columns, those without a value as null; what is
 * given of a row is checked and normalized by its columns. A change counts once for a step, however often the step is
 * tried. Each throws StepFailure: TABLE_MISSING, FIELD_INVALID for keys and columns, STORAGE_LIMIT_REACHED.
 */
export interface Tables {
  /** @throws StepFailure KEY_EXISTS */
  insert(table: string, key: string, row: JsonObject): Promise<Json>;
  /** Changes the columns that are given, or makes the row. */
  upsert(table: string, key: string, row: JsonObject): Promise<Json>;
  /** @param limit null: all @returns the rows @throws StepFailure TOO_MANY_ITEMS */
  update(table: string, target: RowTarget, row: JsonObject, limit: number | null): Promise<Json>;
  /** @param limit null: all @returns the rows as they were, the first thousand */
  delete(table: string, target: RowTarget, limit: number | null): Promise<Json>;
  /** The first rows in the order of their keys. */
  find(table: string, target: RowTarget, limit: number): Promise<Json>;
  count(table: string, target: RowTarget): Promise<number>;
  /** Makes the row where its key is not there. @param ttlSeconds null: it stays @returns whether it was not there */
  firstSeen(table: string, key: string, row: JsonObject, ttlSeconds: number | null): Promise<boolean>;
}
