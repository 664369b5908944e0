import type { Json } from '@workflow/workflow-model';

/** The scope of values: the workflow of the session, or all workflows of its organization. */
export type ValueScope = 'workflow' | 'organization';

/**
 * Values that exist longer than their session, separate for TEST and PROD. A change counts once for a step: another
 * attempt changes nothing and returns the result of the first one. Each method throws StepFailure: FIELD_INVALID for a
 * key or a value that cannot be stored, STORAGE_LIMIT_REACHED.
 */
export interface StoredValues {
  /** Returns the value, or null if there is none or it has expired. */
  get(scope: ValueScope, key: string): Promise<Json>;
  /** Stores a value. @param ttlSeconds null if it never expires @returns the value */
  set(scope: ValueScope, key: string, value: Json, ttlSeconds: number | null): Promise<Json>;
  /** Adds to a number, or to 0 if there is none. @param ttlSeconds null leaves the expiry @returns the new number */
  add(scope: ValueScope, key: string, amount: number, ttlSeconds: number | null): Promise<number>;
  /** Deletes a value. @returns the deleted value, or null */
  delete(scope: ValueScope, key: string): Promise<Json>;
}
