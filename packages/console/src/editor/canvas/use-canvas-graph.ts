import { applyEdgeChanges, applyNodeChanges, type Edge, type EdgeChange, type NodeChange } from '@xyflow/react';
import { useCallback, useEffect, useState } from 'react';
import { moveItems } from '../draft/draft-edits.ts';
import { useDraft, useEditor } from '../editor-context.ts';
import type { Note } from '@workflow/workflow-model';
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

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
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
  return { nodes, edges, onNodesChange, onEdgesChange, onEdgeMouseEnter, onEdgeMouseLeave };
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
