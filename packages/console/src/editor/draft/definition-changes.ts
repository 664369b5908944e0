import type { Component, Definition } from '@workflow/workflow-model';
import { connectionKey } from './draft-edits.ts';
import { type ValueChange, valueChanges } from './value-changes.ts';

export interface DefinitionChanges {
  added: Component[];
  removed: Component[];
  /** Components whose content changed, with each value; a move on the canvas does not count. */
  changed: { component: Component; values: ValueChange[] }[];
  connectionsAdded: number;
  connectionsRemoved: number;
  /** Changed settings of flow control. */
  flow: ValueChange[];
  /** Changed settings of the tool for MCP clients. */
  mcp: ValueChange[];
  /** Changed label of its sessions. */
  label: ValueChange[];
}

/** Compares the definition `after` with `before`. */
export function definitionChanges(before: Definition, after: Definition): DefinitionChanges {
  const old = new Map(before.components.map((component) => [component.id, component]));
  const present = new Set(after.components.map((component) => component.id));
  const oldConnections = new Set(before.connections.map(connectionKey));
  const newConnections = new Set(after.connections.map(connectionKey));
  return {
    added: after.components.filter((component) => !old.has(component.id)),
    removed: before.components.filter((component) => !present.has(component.id)),
    changed: after.components.flatMap((component) => {
      const previous = old.get(component.id);
      const values = previous === undefined ? [] : valueChanges(contentOf(previous), contentOf(component));
      return values.length === 0 ? [] : [{ component, values }];
    }),
    connectionsAdded: newConnections.difference(oldConnections).size,
    connectionsRemoved: oldConnections.difference(newConnections).size,
    flow: valueChanges(before.flow, after.flow, 'flow'),
    mcp: valueChanges(before.mcp, after.mcp, 'mcp'),
    label: valueChanges(before.label, after.label, 'label'),
  };
}

export function isEmptyChange(changes: DefinitionChanges): boolean {
  return countChanges(changes) === 0;
}

/** How many things changed: each component and each connection is one, and so is each setting of the workflow. */
export function countChanges(changes: DefinitionChanges): number {
  const { added, removed, changed, connectionsAdded, connectionsRemoved, ...settings } = changes;
  const ofSettings = Object.values(settings).filter(({ length }) => length > 0).length;
  return added.length + removed.length + changed.length + connectionsAdded + connectionsRemoved + ofSettings;
}

/** The component without its position. */
function contentOf({ position: _position, ...content }: Component): object {
  return content;
}
