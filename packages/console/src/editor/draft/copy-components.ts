import { foldBodies } from '@workflow/components/descriptors';
import type { Component, Connection, Note } from '@workflow/workflow-model';
import type { Draft } from './draft-store.ts';
import { withBodies } from './with-bodies.ts';

/** The content of the clipboard after copying, as JSON text. */
export interface CopiedPart {
  kind: 'workflow-components';
  components: Component[];
  connections: Connection[];
  notes?: Note[];
}

/** The selected components with their bodies, the connections among them, and the selected notes. */
export function copyComponents(draft: Draft, selected: ReadonlySet<string>): CopiedPart {
  const ids = withBodies(draft, selected);
  return {
    kind: 'workflow-components',
    components: draft.components.filter((component) => ids.has(component.id)),
    connections: draft.connections.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    notes: draft.notes?.filter((note) => ids.has(note.id)) ?? [],
  };
}

/** The part as text for the clipboard, in the form of the API: what was copied out of a body is in none. */
export function copiedText(part: CopiedPart): string {
  const ids = new Set(part.components.map(({ id }) => id));
  const components = part.components.map(({ within, ...component }) =>
    within !== undefined && ids.has(within) ? { ...component, within } : component,
  );
  return JSON.stringify(foldBodies({ ...part, components }), null, 2);
}
