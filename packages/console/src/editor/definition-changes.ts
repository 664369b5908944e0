import type { Component, Definition } from '@workflow/workflow-model';
import { connectionKey } from './draft-edits.ts';

export interface DefinitionChanges {
  added: Component[];
  removed: Component[];
  /** Components whose content changed; moving one on the canvas changes nothing that runs. */
  changed: Component[];
  connectionsAdded: number;
  connectionsRemoved: number;
}

/** What publishing `after` changes against `before`. */
export function definitionChanges(before: Definition, after: Definition): DefinitionChanges {
  const old = new Map(before.components.map((component) => [component.id, component]));
  const present = new Set(after.components.map((component) => component.id));
  const oldConnections = new Set(before.connections.map(connectionKey));
  const newConnections = new Set(after.connections.map(connectionKey));
  return {
    added: after.components.filter((component) => !old.has(component.id)),
    removed: before.components.filter((component) => !present.has(component.id)),
    changed: after.components.filter((component) => {
      const previous = old.get(component.id);
      return previous !== undefined && contentOf(previous) !== contentOf(component);
    }),
    connectionsAdded: newConnections.difference(oldConnections).size,
    connectionsRemoved: oldConnections.difference(newConnections).size,
  };
}

export function isEmptyChange({ added, removed, changed, connectionsAdded, connectionsRemoved }: DefinitionChanges): boolean {
  return added.length + removed.length + changed.length + connectionsAdded + connectionsRemoved === 0;
}

/** The component without its position, with keys in one order (jsonb keeps none). */
function contentOf({ position: _position, ...content }: Component): string {
  return JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
}
