import '@xyflow/react/dist/style.css';
import {
  Background, type Connection as FlowConnection, ConnectionLineType, Controls, type Edge, MiniMap, type NodeChange, ReactFlow, applyEdgeChanges, applyNodeChanges,
  type EdgeChange,
} from '@xyflow/react';
import type { Connection } from '@workflow/workflow-model';
import { type DragEvent, useCallback, useEffect, useState } from 'react';
import { showDone } from '../../ui/show-done.ts';
import { refusalOf } from '../connection-rules.ts';
import { connect, moveComponents, removeComponents, removeConnections } from '../draft-edits.ts';
import { useDraft, useEditor } from '../editor-context.ts';
import { type ComponentNode, edgesFor, nodesFor } from './canvas-elements.ts';
import { ComponentCard } from './component-card.tsx';
import classes from './canvas.module.css';
import { useAddComponent } from './use-add-component.ts';

const NODE_TYPES = { component: ComponentCard };
const EDGE_OPTIONS = { type: 'default', interactionWidth: 24 };
const DELETE_KEYS = ['Delete', 'Backspace'];
const FIT = { padding: 0.2, maxZoom: 1.1 };
const LABELS = {
  'node.a11yDescription.default': 'Press Enter to open the component, Delete to remove it, the arrow keys to move it.',
  'edge.a11yDescription.default': 'Press Enter to choose the connection, then Delete to remove it.',
};

/** The graph of the draft: pan, zoom, move, connect, remove. Every change goes through the draft's store. */
export function Canvas() {
  const { store } = useEditor();
  const components = useDraft((state) => state.draft.components);
  const connections = useDraft((state) => state.draft.connections);
  const selected = useDraft((state) => state.selected);
  const [nodes, setNodes] = useState<ComponentNode[]>(() => nodesFor(components, [], selected));
  const [edges, setEdges] = useState<Edge[]>(() => edgesFor(connections, []));
  const addComponent = useAddComponent();

  const [shown, setShown] = useState({ components, connections, selected });
  if (shown.components !== components || shown.connections !== connections || shown.selected !== selected) {
    setShown({ components, connections, selected });
    setNodes(withSelected(nodesFor(components, nodes, selected), selected));
    setEdges(edgesFor(connections, edges));
  }

  useEffect(() => {
    const chosen = nodes.filter((node) => node.selected);
    store.select(chosen.length === 1 ? (chosen[0]?.id ?? null) : null);
  }, [nodes, store]);

  const onNodesChange = useCallback(
    (changes: NodeChange<ComponentNode>[]) => {
      setNodes((previous) => applyNodeChanges(changes.filter((change) => change.type !== 'remove'), previous));
      const moved = new Map<string, { x: number; y: number }>();
      for (const change of changes) {
        if (change.type === 'position' && change.dragging !== true && change.position) moved.set(change.id, rounded(change.position));
      }
      if (moved.size > 0) store.apply(moveComponents(moved), 'move');
    },
    [store],
  );
  const onEdgesChange = useCallback((changes: EdgeChange[]) => setEdges((previous) => applyEdgeChanges(changes.filter((change) => change.type !== 'remove'), previous)), []);

  const onConnect = useCallback((connection: FlowConnection) => store.apply(connect(fromFlow(connection))), [store]);
  const isValid = useCallback((connection: FlowConnection | Edge) => refusalOf(store.getState().draft, fromFlow(connection)) === null, [store]);

  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData('application/x-component-type');
    if (type === '') return;
    event.preventDefault();
    addComponent(type, { x: event.clientX, y: event.clientY });
  };

  return (
    <ReactFlow
      className={classes.canvas ?? ''}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      defaultEdgeOptions={EDGE_OPTIONS}
      connectionLineType={ConnectionLineType.Bezier}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onConnect={onConnect}
      onConnectEnd={(_event, { isValid: valid, fromNode, fromHandle, toNode }) => {
        if (valid !== false || !fromNode || !toNode) return;
        const refusal = refusalOf(store.getState().draft, { from: fromNode.id, port: fromHandle?.id ?? '', to: toNode.id });
        if (refusal) showDone(refusal);
      }}
      isValidConnection={isValid}
      onDelete={({ nodes: gone, edges: cut }) => {
        const cutKeys = removeConnections(new Set(cut.map((edge) => edge.id)));
        const goneIds = removeComponents(new Set(gone.map((node) => node.id)));
        store.apply((draft) => goneIds(cutKeys(draft)));
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      deleteKeyCode={DELETE_KEYS}
      ariaLabelConfig={LABELS}
      minZoom={0.1}
      maxZoom={2}
      fitView
      fitViewOptions={FIT}
    >
      <Background gap={20} size={1} color="var(--line-strong)" />
      <Controls showInteractive={false} fitViewOptions={FIT} />
      <MiniMap pannable zoomable className={classes.minimap ?? ''} ariaLabel="Map of the workflow" />
    </ReactFlow>
  );
}

function fromFlow({ source, sourceHandle, target }: FlowConnection | Edge): Connection {
  return { from: source, port: sourceHandle ?? '', to: target };
}

function rounded({ x, y }: { x: number; y: number }) {
  return { x: Math.round(x), y: Math.round(y) };
}

/** A selection made elsewhere (a problem, a new component) is shown; a selection of several on the canvas is left alone. */
function withSelected(nodes: ComponentNode[], selected: string | null): ComponentNode[] {
  if (selected === null && nodes.filter((node) => node.selected).length > 1) return nodes;
  if (nodes.every((node) => Boolean(node.selected) === (node.id === selected))) return nodes;
  return nodes.map((node) => (Boolean(node.selected) === (node.id === selected) ? node : { ...node, selected: node.id === selected }));
}
