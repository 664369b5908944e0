import '@xyflow/react/dist/style.css';
import { Background, Controls, type FitViewOptions, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import type { Definition } from '@workflow/workflow-model';
import { useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../api/api-error.ts';
import type { Session, Step } from '../../api/types.ts';
import { withPositions } from '../../editor/layout/auto-layout.ts';
import { edgesFor, nodesFor } from '../../editor/canvas/canvas-elements.ts';
import { CANVAS_LABELS } from '../../editor/canvas/canvas-labels.ts';
import canvasClasses from '../../editor/canvas/canvas.module.css';
import { CardContext } from '../../editor/canvas/card-context.ts';
import { ComponentCard } from '../../editor/canvas/component-card.tsx';
import { FrameOnCanvas } from '../../editor/canvas/frame-on-canvas.tsx';
import { frameEdgesFor, frameNodesFor } from '../../editor/canvas/frame-elements.ts';
import { InsertableEdge } from '../../editor/canvas/insertable-edge.tsx';
import { lastStarted, startedInWords, type Started } from '../sessions/started-sessions.ts';
import { lastStepsOf, type LiveRun } from '../../editor/live-run.ts';
import { createValueStore } from '../../ui/value-store.ts';
import classes from './run-graph.module.css';
import { useItems } from './use-items.tsx';

const NODE_TYPES = { component: ComponentCard, frame: FrameOnCanvas };
const EDGE_TYPES = { default: InsertableEdge };

interface RunGraphProps {
  definition: Definition;
  /** The session whose items the frames of bodies show. */
  session?: Session | null;
  steps: Step[];
  /** Sessions that its components started. */
  started?: readonly Started[] | undefined;
  /** The component whose step failed: on a phone, where the whole graph cannot be read, it is shown alone. */
  failedAt: string | null;
  onChoose: (componentId: string) => void;
}

/** The executed workflow: each component with its state and duration. Read-only. */
export function RunGraph({ definition, session = null, steps, started, failedAt, onChoose }: RunGraphProps) {
  const [parts] = useState(() => ({
    actions: null,
    problems: createValueStore<ReadonlyMap<string, Problem[]>>(new Map()),
    liveRun: createValueStore<LiveRun | null>(null),
    lastSteps: createValueStore<ReadonlyMap<string, Step>>(new Map()),
    pins: createValueStore({}),
    started: createValueStore<ReadonlyMap<string, string>>(new Map()),
  }));
  const nodes = useMemo(() => {
    const { components } = withPositions(definition);
    return [...frameNodesFor(components, []), ...nodesFor(components, [], null)];
  }, [definition]);
  const edges = useMemo(() => [...frameEdgesFor(definition.components), ...edgesFor(definition, [])], [definition]);
  const items = useItems(session, definition);
  useEffect(() => {
    const all = [...steps, ...items.steps];
    parts.liveRun.set({ sessionId: '', session: null, lastSteps: lastStepsOf(all, parts.liveRun.get()?.lastSteps) });
  }, [parts, steps, items.steps]);
  const { FrameItems } = items;
  const cardParts = useMemo(() => ({ ...parts, FrameItems }), [parts, FrameItems]);
  useEffect(() => {
    const words = [...lastStarted(started ?? [])].map(([id, counts]) => [id, startedInWords(counts)] as const);
    parts.started.set(new Map(words));
  }, [parts, started]);
  return (
    <div className={classes.graph}>
      <CardContext value={cardParts}>
        <ReactFlowProvider>
          <ReactFlow
            className={canvasClasses.canvas ?? ''}
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            nodesDraggable={false}
            nodesConnectable={false}
            ariaLabelConfig={CANVAS_LABELS}
            edgesFocusable={false}
            deleteKeyCode={null}
            zoomOnScroll={false}
            preventScrolling={false}
            minZoom={0.1}
            fitView
            fitViewOptions={fitOptionsFor(failedAt ?? lastOf(definition, steps))}
            onNodeClick={(_event, node) => (node.type === 'component' ? onChoose(node.id) : undefined)}
          >
            <Background gap={20} size={1} color="var(--line-strong)" />
            <Controls showInteractive={false} />
          </ReactFlow>
        </ReactFlowProvider>
      </CardContext>
    </div>
  );
}

const PHONE = '(max-width: 767px)';

function fitOptionsFor(componentId: string | null): FitViewOptions {
  const isPhone = window.matchMedia(PHONE).matches;
  return {
    padding: 0.15,
    maxZoom: 1,
    ...(isPhone && componentId !== null ? { nodes: [{ id: componentId }] } : {}),
  };
}

/** The component that has run last, or the first one. */
function lastOf({ components }: Definition, steps: readonly Step[]): string | null {
  const last = steps.toSorted((left, right) => left.startedAt.localeCompare(right.startedAt)).at(-1);
  return last?.componentId ?? components[0]?.id ?? null;
}
