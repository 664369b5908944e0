import { createValueStore } from '../value-store.ts';

/** Where a chosen placeholder goes: the expression field that had the focus last. */
export interface InsertTarget {
  insertPlaceholder: (path: string) => void;
}

export const insertTarget = createValueStore<InsertTarget | null>(null);
