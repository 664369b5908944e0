import { createValueStore } from '../value-store.ts';

/** Where a selected placeholder is inserted: the expression field that was focused last. */
export interface InsertTarget {
  insertPlaceholder: (path: string) => void;
}

export const insertTarget = createValueStore<InsertTarget | null>(null);

/** The type of what a drag from the list of placeholders carries: a path. */
export const DRAGGED_PLACEHOLDER = 'application/x-placeholder';
