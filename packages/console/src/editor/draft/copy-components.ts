import type { Component, Connection, Note } from '@workflow/workflow-model';
import type { Draft } from './draft-store.ts';

/** The content of the clipboard after copying, as JSON text. */
export interface CopiedPart {
  kind: 'workflow-components';
  components: Component[];
  connections: Connection[];
  notes?: Note[];
}

/** The selected components with the connections among them, and the selected notes. */
export function copyComponents(draft: Draft, ids: ReadonlySet<string>): CopiedPart {
  return {
    kind: 'workflow-components',
    components: draft.components.filter((component) => ids.has(component.id)),
    connections: draft.connections.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    notes: draft.notes?.filter((note) => ids.has(note.id)) ?? [],
  };
}
