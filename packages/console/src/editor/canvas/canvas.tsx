import '@xyflow/react/dist/style.css';
import { ConnectionLineType, ReactFlow, SelectionMode } from '@xyflow/react';
import { useMemo } from 'react';
import { useDraft, useEditor } from '../editor-context.ts';
import { CANVAS_LABELS } from './canvas-labels.ts';
import { EDGE_TYPES, NODE_TYPES } from './canvas-types.ts';
import { AttendedCardContext, useAttendedCard } from './attended-card.ts';
import { CanvasPopups } from './canvas-popups.tsx';
import { CanvasSurroundings } from './canvas-surroundings.tsx';
import classes from './canvas.module.css';
import { CardContext } from './card-context.ts';
import { MIN_ZOOM } from './fit-options.ts';
import { InsertBetweenContext } from './insert-between.ts';
import { useCanvasGraph } from './use-canvas-graph.ts';
import { useCanvasPopups } from './use-canvas-popups.ts';
import { useFlowHandlers } from './use-flow-handlers.ts';

const DELETE_KEYS = ['Delete', 'Backspace'];
/** A click with one of these adds a card to the selection. */
const ADD_TO_SELECTION_KEYS = ['Shift', 'Control', 'Meta'];

/** The graph of the draft: pan, zoom, move, connect, remove. Every change goes through the draft's store. */
export function Canvas() {
  const { problems, liveRun, lastSteps, pins } = useEditor();
  const graph = useCanvasGraph();
  const isPanelOpen = useDraft((state) => state.selected !== null);
  const popups = useCanvasPopups();
  const { attended, handlers } = useAttendedCard();
  const { cardActions } = popups;
  const cardParts = useMemo(
    () => ({ problems, liveRun, lastSteps, pins, actions: cardActions }),
    [problems, liveRun, lastSteps, pins, cardActions],
  );

  const flowHandlers = useFlowHandlers(popups);

  return (
    <CardContext value={cardParts}>
      <AttendedCardContext value={attended}>
        <InsertBetweenContext value={popups.insertBetween}>
          <ReactFlow
            {...graph}
            {...handlers}
            {...flowHandlers}
            className={classes.canvas ?? ''}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            connectionLineType={ConnectionLineType.Bezier}
            // PanWhileConnecting does it.
            autoPanOnConnect={false}
            // With a panel, KeepSelectedInView does it: React Flow centers a new card, which hides the one before it.
            autoPanOnNodeFocus={!isPanelOpen}
            deleteKeyCode={DELETE_KEYS}
            multiSelectionKeyCode={ADD_TO_SELECTION_KEYS}
            selectNodesOnDrag={false}
            elevateNodesOnSelect={false}
            ariaLabelConfig={CANVAS_LABELS}
            minZoom={MIN_ZOOM}
            maxZoom={2}
            selectionMode={SelectionMode.Partial}
          >
            <CanvasSurroundings />
          </ReactFlow>
        </InsertBetweenContext>
      </AttendedCardContext>
      {popups.popup && <CanvasPopups popup={popups.popup} onClose={popups.close} onHide={popups.hide} />}
    </CardContext>
  );
}
