import type { DragEvent } from 'react';
import { createValueStore } from './value-store.ts';

/** Where a selected placeholder is inserted: the expression field that was focused last. */
export interface InsertTarget {
  insertPlaceholder: (path: string) => void;
}

export const insertTarget = createValueStore<InsertTarget | null>(null);

/** The type of what a drag from the list of placeholders, or from a sample, carries: a path. */
export const DRAGGED_PLACEHOLDER = 'application/x-placeholder';

export function dragPlaceholder({ dataTransfer }: DragEvent, path: string): void {
  dataTransfer.setData(DRAGGED_PLACEHOLDER, path);
  dataTransfer.effectAllowed = 'copy';
}
