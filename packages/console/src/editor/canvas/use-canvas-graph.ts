import { applyEdgeChanges, applyNodeChanges, type Edge, type EdgeChange, type NodeChange } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { moveItems } from '../draft/draft-edits.ts';
import { useDraft, useEditor } from '../editor-context.ts';
import { withinBodiesOf, type Definition, type Note } from '@workflow/workflow-model';
import { hasFrame } from '../layout/frames.ts';
import { showError } from '../../ui/show-error.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { frameEdgesFor, frameNodesFor, type FrameNode } from './frame-elements.ts';
import { type CanvasNode, type ComponentNode, edgesFor, nodesFor, noteNodesFor } from './canvas-elements.ts';

const NO_NOTES: Note[] = [];

/** The draft as React Flow draws it; moves and selections on the canvas go back to the draft's store. */
export function useCanvasGraph() {
  const { store } = useEditor();
  const components = useDraft((state) => state.draft.components);
  const connections = useDraft((state) => state.draft.connections);
  const notes = useDraft((state) => state.draft.notes ?? NO_NOTES);
  const selected = useDraft((state) => state.selected);
  const [nodes, setNodes] = useState<CanvasNode[]>(() => [
    ...noteNodesFor(notes, []),
    ...nodesFor(components, [], selected),
  ]);
  const [edges, setEdges] = useState<Edge[]>(() => edgesFor({ components, connections }, []));

  const drawn = { components, connections, notes, selected };
  const [shown, setShown] = useState(drawn);
  if (Object.keys(drawn).some((key) => shown[key as keyof typeof drawn] !== drawn[key as keyof typeof drawn])) {
    setShown(drawn);
    const cards = nodesFor(components, nodes.filter(isComponent), selected);
    setNodes(withSelected([...noteNodesFor(notes, nodes), ...cards], selected));
    setEdges(edgesFor({ components, connections }, edges));
  }

  useEffect(() => {
    const chosen = nodes.filter((node) => node.selected);
    store.select(chosen.length === 1 ? (chosen[0]?.id ?? null) : null);
  }, [nodes, store]);

  const latest = useRef(nodes);
  useEffect(() => {
    latest.current = nodes;
  }, [nodes]);
  const onNodesChange = useCallback(
    (given: NodeChange<CanvasNode>[]) => {
      const changes = withBodiesMoved(given, latest.current, store.getState().draft);
      setNodes((previous) =>
        applyNodeChanges(
          changes.filter((change) => change.type !== 'remove'),
          previous,
        ),
      );
      const moved = new Map<string, { x: number; y: number }>();
      for (const change of changes) {
        if (change.type === 'position' && change.dragging !== true && change.position)
          moved.set(change.id, rounded(change.position));
      }
      if (moved.size > 0) store.apply(moveItems(moved), 'move');
    },
    [store],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange[]) =>
      setEdges((previous) =>
        applyEdgeChanges(
          changes.filter((change) => change.type !== 'remove'),
          previous,
        ),
      ),
    [],
  );
  const onEdgeMouseEnter = useCallback((_event: unknown, edge: Edge) => setEdges(hovered(edge.id, true)), []);
  const onEdgeMouseLeave = useCallback((_event: unknown, edge: Edge) => setEdges(hovered(edge.id, false)), []);
  const onNodeDragStop = useCallback(
    (_event: unknown, _node: unknown, dragged: CanvasNode[]) => {
      if (store.getState().draft.components.some(hasFrame)) void drop(store, dragged).catch(showError);
    },
    [store],
  );
  const frames = useFrames(nodes);
  const drawnNodes = useMemo<CanvasNode[]>(() => [...frames, ...nodes], [frames, nodes]);
  const drawnEdges = useMemo(() => [...frameEdgesFor(components), ...edges], [components, edges]);
  return {
    nodes: drawnNodes,
    edges: drawnEdges,
    onNodeDragStop,
    onNodesChange,
    onEdgesChange,
    onEdgeMouseEnter,
    onEdgeMouseLeave,
  };
}

/** Most workflows have no loops: this is loaded when a card of one that has is dropped. */
async function drop(store: DraftStore, dragged: CanvasNode[]): Promise<void> {
  const { dropIntoBodies } = await import('./drop-into-bodies.ts');
  dropIntoBodies(store, dragged);
}

/** The frames of bodies, where their cards are drawn now. */
function useFrames(nodes: readonly CanvasNode[]): FrameNode[] {
  const [frames, setFrames] = useState<FrameNode[]>([]);
  const placed = nodes.filter(isComponent).map(({ data: { component }, position }) => ({ ...component, position }));
  const next = frameNodesFor(placed, frames);
  if (next !== frames) setFrames(next);
  return next;
}

/** The changes, in which what is in a body moves with the card of the component that contains it. */
function withBodiesMoved(
  changes: NodeChange<CanvasNode>[],
  nodes: readonly CanvasNode[],
  draft: Definition,
): NodeChange<CanvasNode>[] {
  const moving = new Set(changes.flatMap((change) => (change.type === 'position' ? [change.id] : [])));
  const further = changes.flatMap((change): NodeChange<CanvasNode>[] => {
    if (change.type !== 'position' || change.position === undefined) return [];
    const from = nodes.find(({ id }) => id === change.id)?.position;
    if (from === undefined) return [];
    const inner = new Set(withinBodiesOf(draft, new Set([change.id])).map(({ id }) => id));
    const { x, y } = change.position;
    return nodes
      .filter(({ id }) => inner.has(id) && !moving.has(id))
      .map(({ id, position }) => {
        moving.add(id);
        return { ...change, id, position: { x: position.x + x - from.x, y: position.y + y - from.y } };
      });
  });
  return further.length === 0 ? changes : [...changes, ...further];
}

function isComponent(node: CanvasNode): node is ComponentNode {
  return node.type === 'component';
}

function hovered(id: string, isHovered: boolean): (edges: Edge[]) => Edge[] {
  return (edges) =>
    edges.map((edge) => (edge.id === id ? { ...edge, data: { ...edge.data, hovered: isHovered } } : edge));
}

function rounded({ x, y }: { x: number; y: number }) {
  return { x: Math.round(x), y: Math.round(y) };
}

/**
 * Shows a selection made elsewhere (a problem, a new component); a multiple selection on the canvas is not changed, nor
 * is that of a note.
 */
function withSelected(nodes: CanvasNode[], selected: string | null): CanvasNode[] {
  const chosen = nodes.filter((node) => node.selected);
  if (selected === null && (chosen.length > 1 || chosen[0]?.type === 'note')) return nodes;
  if (nodes.every((node) => Boolean(node.selected) === (node.id === selected))) return nodes;
  return nodes.map((node) =>
    Boolean(node.selected) === (node.id === selected) ? node : { ...node, selected: node.id === selected },
  );
}
