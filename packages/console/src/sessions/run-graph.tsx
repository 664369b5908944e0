import '@xyflow/react/dist/style.css';
import { Background, Controls, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import type { Definition } from '@workflow/workflow-model';
import { useEffect, useMemo, useState } from 'react';
import type { Problem } from '../api/api-error.ts';
import type { Step } from '../api/types.ts';
import { edgesFor, nodesFor } from '../editor/canvas/canvas-elements.ts';
import canvasClasses from '../editor/canvas/canvas.module.css';
import { CardContext } from '../editor/canvas/card-context.ts';
import { ComponentCard } from '../editor/canvas/component-card.tsx';
import { lastStepsOf, type LiveRun } from '../editor/run/live-run.ts';
import { createValueStore } from '../editor/value-store.ts';
import classes from './run-graph.module.css';

const NODE_TYPES = { component: ComponentCard };

interface RunGraphProps {
  definition: Definition;
  steps: Step[];
  onChoose: (componentId: string) => void;
}

/** The workflow as the session ran it: each component with its state and duration. Read only. */
export function RunGraph({ definition, steps, onChoose }: RunGraphProps) {
  const [parts] = useState(() => ({ problems: createValueStore<ReadonlyMap<string, Problem[]>>(new Map()), liveRun: createValueStore<LiveRun | null>(null) }));
  const nodes = useMemo(() => nodesFor(definition.components, [], null), [definition]);
  const edges = useMemo(() => edgesFor(definition.connections, []), [definition]);
  useEffect(() => {
    parts.liveRun.set({ sessionId: '', session: null, lastSteps: lastStepsOf(steps, parts.liveRun.get()?.lastSteps) });
  }, [parts, steps]);
  return (
    <div className={classes.graph}>
      <CardContext value={parts}>
        <ReactFlowProvider>
          <ReactFlow
            className={canvasClasses.canvas ?? ''}
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            nodesDraggable={false}
            nodesConnectable={false}
            edgesFocusable={false}
            deleteKeyCode={null}
            zoomOnScroll={false}
            preventScrolling={false}
            minZoom={0.1}
            fitView
            fitViewOptions={{ padding: 0.15, maxZoom: 1 }}
            onNodeClick={(_event, node) => onChoose(node.id)}
          >
            <Background gap={20} size={1} color="var(--line-strong)" />
            <Controls showInteractive={false} />
          </ReactFlow>
        </ReactFlowProvider>
      </CardContext>
    </div>
  );
}
