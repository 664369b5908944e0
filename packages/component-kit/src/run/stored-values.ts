import type { Json } from '@workflow/workflow-model';

/** Whose values: those of the session's workflow, or of all workflows of its organization. */
export type ValueScope = 'workflow' | 'organization';

/**
 * Values that outlive their session, apart for TEST and PROD. A change counts once for a step, however often the step
 * is tried: another try changes nothing and gives what the first one gave. Each throws StepFailure: FIELD_INVALID for a
 * key or a value that cannot be stored, STORAGE_LIMIT_REACHED.
 */
export interface StoredValues {
  /** null: there is none, or its time is over. */
  get(scope: ValueScope, key: string): Promise<Json>;
  /** @param ttlSeconds null: it stays @returns the value */
  set(scope: ValueScope, key: string, value: Json, ttlSeconds: number | null): Promise<Json>;
  /** Adds to a number, from 0 where there is none. @param ttlSeconds null: as it was before @returns the new number */
  add(scope: ValueScope, key: string, amount: number, ttlSeconds: number | null): Promise<number>;
  /** @returns what was there; null: nothing */
  delete(scope: ValueScope, key: string): Promise<Json>;
}
