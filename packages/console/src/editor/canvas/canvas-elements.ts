import type { Pinning } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import type { Edge, Node } from '@xyflow/react';
import type { Component, Definition, Note } from '@workflow/workflow-model';
import { connectionKey } from '../draft/draft-edits.ts';
import { componentName } from '../draft/component-name.ts';
import type { FrameNode } from './frame-elements.ts';
import { NOTE_SIZE } from './note-size.ts';

export type ComponentNode = Node<{ component: Component }, 'component'>;
export type NoteNode = Node<{ note: Note }, 'note'>;
export type CanvasNode = ComponentNode | FrameNode | NoteNode;

/** Nodes for the components; unchanged components keep their node objects, so that only changed ones are redrawn. */
export function nodesFor(
  components: readonly Component[],
  previous: readonly ComponentNode[],
  selected: string | null,
): ComponentNode[] {
  const known = new Map(previous.map((node) => [node.id, node]));
  const nodes = components.map((component): ComponentNode => {
    const node = known.get(component.id);
    if (node?.data.component === component) return node;
    return {
      ...node,
      id: component.id,
      type: 'component',
      position: component.position ?? { x: 0, y: 0 },
      data: { component },
      ariaLabel: `${componentName(component)}, ${component.disabled === true ? 'disabled component' : 'component'}`,
      selected: node?.selected ?? component.id === selected,
    };
  });
  return nodes.length === previous.length && nodes.every((node, index) => node === previous[index])
    ? (previous as ComponentNode[])
    : nodes;
}

/** Nodes for the notes, behind the connections; unchanged ones keep their objects too. */
export function noteNodesFor(notes: readonly Note[], previous: readonly CanvasNode[]): NoteNode[] {
  const known = new Map(previous.filter((node) => node.type === 'note').map((node) => [node.id, node]));
  return notes.map((note): NoteNode => {
    const node = known.get(note.id);
    if (node?.data.note === note) return node;
    return {
      ...node,
      id: note.id,
      type: 'note',
      position: note.position,
      ...(note.size ?? NOTE_SIZE),
      zIndex: -1,
      data: { note },
      ariaLabel: note.text === '' ? 'Empty note' : `Note: ${note.text}`,
    };
  });
}

/** Data of an edge about its connection. */
export interface ConnectionData extends Record<string, unknown> {
  /** The pointer is over it. */
  hovered?: boolean;
  /** Rule of the source's type that derives the taken port from its output. */
  pinning?: Pinning | undefined;
}

/** Edges for the connections; unchanged ones keep their objects too. */
export function edgesFor({ components, connections }: Definition, previous: readonly Edge[]): Edge[] {
  const known = new Map(previous.map((edge) => [edge.id, edge]));
  const names = new Map(components.map((component) => [component.id, componentName(component)]));
  const pinnings = new Map(components.map((component) => [component.id, findComponentType(component)?.pinning]));
  return connections.map((connection): Edge => {
    const { from, port, to } = connection;
    const id = connectionKey(connection);
    const edge = known.get(id);
    const ariaLabel = `Connection from ${names.get(from) ?? from}, port ${port}, to ${names.get(to) ?? to}`;
    if (edge?.ariaLabel === ariaLabel) return edge;
    const data: ConnectionData = { ...edge?.data, pinning: pinnings.get(from) };
    return { ...edge, id, source: from, sourceHandle: port, target: to, targetHandle: 'in', ariaLabel, data };
  });
}
