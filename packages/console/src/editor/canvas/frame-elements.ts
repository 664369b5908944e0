import { BODY_PORT, type Component } from '@workflow/workflow-model';
import type { Edge, Node } from '@xyflow/react';
import { componentName } from '../draft/component-name.ts';
import { type Frame, framesOf, hasFrame } from '../layout/frames.ts';

export type FrameNode = Node<{ componentId: string; name: string }, 'frame'>;

/** Nodes for the frames of bodies, behind the connections; unchanged ones keep their objects. */
export function frameNodesFor(components: readonly Component[], previous: readonly FrameNode[]): FrameNode[] {
  const known = new Map(previous.map((node) => [node.id, node]));
  const byId = new Map(components.map((component) => [component.id, component]));
  // The frame of an outer body is drawn first.
  const frames = [...framesOf(components)].toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));
  const nodes = frames.flatMap(([componentId, frame]): FrameNode[] => {
    const component = byId.get(componentId);
    return component === undefined ? [] : [frameNode(component, frame, known)];
  });
  return nodes.length === previous.length && nodes.every((node, index) => node === previous[index])
    ? (previous as FrameNode[])
    : nodes;
}

function frameNode(component: Component, frame: Frame, known: ReadonlyMap<string, FrameNode>): FrameNode {
  const id = frameIdOf(component.id);
  const name = componentName(component);
  const { x, y, width, height } = frame;
  const node = known.get(id);
  if (
    node?.data.name === name &&
    node.position.x === x &&
    node.position.y === y &&
    node.width === width &&
    node.height === height
  )
    return node;
  return {
    id,
    type: 'frame',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    zIndex: -1,
    selectable: false,
    draggable: false,
    connectable: false,
    deletable: false,
    focusable: false,
    data: { componentId: component.id, name },
  };
}

function frameIdOf(componentId: string): string {
  return `frame ${componentId}`;
}

/** Lines from components to the frames of their bodies. They are no connections of the draft. */
export function frameEdgesFor(components: readonly Component[]): Edge[] {
  return components.filter(hasFrame).map(({ id }) => ({
    id: `body ${id}`,
    type: 'straight',
    source: id,
    sourceHandle: BODY_PORT,
    target: frameIdOf(id),
    targetHandle: 'in',
    selectable: false,
    deletable: false,
    focusable: false,
    reconnectable: false,
    interactionWidth: 0,
    style: { strokeDasharray: '4 4' },
  }));
}

function sizeOf({ width, height }: Frame): number {
  return width * height;
}
