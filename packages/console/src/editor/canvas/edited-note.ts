import { createValueStore } from '../../ui/value-store.ts';

/** The note whose text is being edited, by its id. */
export const editedNote = createValueStore<string | null>(null);
