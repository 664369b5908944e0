import '@xyflow/react/dist/style.css';
import {
  type Connection as FlowConnection,
  ConnectionLineType,
  type Edge,
  type FinalConnectionState,
  ReactFlow,
  SelectionMode,
} from '@xyflow/react';
import type { Connection } from '@workflow/workflow-model';
import { type DragEvent, useCallback, useMemo } from 'react';
import { showDone } from '../../ui/show-done.ts';
import { refusalOf } from '../draft/connection-rules.ts';
import { removeItems, removeConnections } from '../draft/draft-edits.ts';
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
import { useAddComponent } from './use-add-component.ts';
import { useConnect } from './use-connect.ts';
import { useCanvasGraph } from './use-canvas-graph.ts';
import { useCanvasPopups } from './use-canvas-popups.ts';

const DELETE_KEYS = ['Delete', 'Backspace'];
/** A click with one of these adds a card to the selection. */
const ADD_TO_SELECTION_KEYS = ['Shift', 'Control', 'Meta'];

/** The graph of the draft: pan, zoom, move, connect, remove. Every change goes through the draft's store. */
export function Canvas() {
  const { store, problems, liveRun, lastSteps, pins } = useEditor();
  const graph = useCanvasGraph();
  const isPanelOpen = useDraft((state) => state.selected !== null);
  const addComponent = useAddComponent();
  const popups = useCanvasPopups();
  const { attended, handlers } = useAttendedCard();
  const { cardActions } = popups;
  const cardParts = useMemo(
    () => ({ problems, liveRun, lastSteps, pins, actions: cardActions }),
    [problems, liveRun, lastSteps, pins, cardActions],
  );

  const connect = useConnect();
  const onConnect = useCallback((connection: FlowConnection) => connect(fromFlow(connection)), [connect]);
  const isValid = useCallback(
    (connection: FlowConnection | Edge) => refusalOf(store.getState().draft, fromFlow(connection)) === null,
    [store],
  );

  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData('application/x-component-type');
    if (type === '') return;
    event.preventDefault();
    addComponent(type, { kind: 'point', at: pointOf(event) });
  };
  /**
   * A connector that is dropped on a card connects it, wherever on the card that is; a card that refuses it shows why.
   * On the canvas it is asked what to add there.
   */
  const onConnectEnd = (event: MouseEvent | TouchEvent, { isValid: valid, fromNode, fromHandle, toNode }: End) => {
    // A valid one that ended at a port is connected by then.
    if (!fromNode || fromHandle?.type !== 'source' || valid === true) return;
    const [from, port] = [fromNode.id, fromHandle.id ?? ''];
    const at = pointOf('changedTouches' in event ? (event.changedTouches[0] as Touch) : event);
    const to = toNode?.id ?? componentAt(at);
    if (to === null) popups.pick(at, { kind: 'port', from, port, at });
    else {
      const refusal = refusalOf(store.getState().draft, { from, port, to });
      if (refusal === null) connect({ from, port, to });
      else showDone(refusal);
    }
  };

  return (
    <CardContext value={cardParts}>
      <AttendedCardContext value={attended}>
        <InsertBetweenContext value={popups.insertBetween}>
          <ReactFlow
            {...graph}
            {...handlers}
            className={classes.canvas ?? ''}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            connectionLineType={ConnectionLineType.Bezier}
            onConnect={onConnect}
            onConnectEnd={onConnectEnd}
            // PanWhileConnecting does it.
            autoPanOnConnect={false}
            // With a panel, KeepSelectedInView does it: React Flow centers a new card, which hides the one before it.
            autoPanOnNodeFocus={!isPanelOpen}
            isValidConnection={isValid}
            onDelete={({ nodes: gone, edges: cut }) => {
              const cutKeys = removeConnections(new Set(cut.map((edge) => edge.id)));
              const goneIds = removeItems(new Set(gone.map((node) => node.id)));
              store.apply((draft) => cutKeys(goneIds(draft)));
            }}
            onNodeContextMenu={(event, { id, type }) =>
              type === 'frame'
                ? popups.canvasMenu(takenPoint(event))
                : (type === 'note' ? popups.noteMenu : popups.cardMenu)(id, takenPoint(event))
            }
            onSelectionContextMenu={(event) => popups.selectionMenu(takenPoint(event))}
            onEdgeContextMenu={(event, edge) => popups.connectionMenu(fromFlow(edge), takenPoint(event))}
            onPaneContextMenu={(event) => popups.canvasMenu(takenPoint(event))}
            onDragOver={(event) => event.preventDefault()}
            onDrop={onDrop}
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

type End = FinalConnectionState;

function fromFlow({ source, sourceHandle, target }: FlowConnection | Edge): Connection {
  return { from: source, port: sourceHandle ?? '', to: target };
}

/** The id of the component whose card is at a point of the screen. */
function componentAt({ x, y }: { x: number; y: number }): string | null {
  const drawn = document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node-component');
  return drawn?.dataset['id'] ?? null;
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } {
  return { x: clientX, y: clientY };
}

/** Where the context menu is asked for, instead of the browser's own. */
function takenPoint(event: MouseEvent | React.MouseEvent): { x: number; y: number } {
  event.preventDefault();
  return pointOf(event);
}
