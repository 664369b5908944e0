import type { Connection as FlowConnection, Edge, FinalConnectionState, ReactFlowProps } from '@xyflow/react';
import type { Connection } from '@workflow/workflow-model';
import { type DragEvent, useMemo } from 'react';
import { showDone } from '../../ui/show-done.ts';
import { refusalOf } from '../draft/connection-rules.ts';
import { removeConnections, removeItems } from '../draft/draft-edits.ts';
import { useEditor } from '../editor-context.ts';
import type { CanvasNode } from './canvas-elements.ts';
import { useAddComponent } from './use-add-component.ts';
import type { useCanvasPopups } from './use-canvas-popups.ts';
import { useConnect } from './use-connect.ts';

type Popups = Pick<ReturnType<typeof useCanvasPopups>, 'pick' | 'menus'>;

/**
 * Returns the handlers of React Flow that change the draft or open a menu. They stay the same functions while cards
 * move: React Flow passes them to every card and connection, and draws all of these again when one is another function.
 */
export function useFlowHandlers({ pick, menus }: Popups) {
  const { store } = useEditor();
  const addComponent = useAddComponent();
  const connect = useConnect();
  return useMemo(() => {
    function onDrop(event: DragEvent): void {
      const type = event.dataTransfer.getData('application/x-component-type');
      if (type === '') return;
      event.preventDefault();
      addComponent(type, { kind: 'point', at: pointOf(event) });
    }
    /**
     * A connector that is dropped on a card connects it, wherever on the card that is; a card that refuses it shows
     * why. On the canvas it is asked what to add there.
     */
    function onConnectEnd(
      event: MouseEvent | TouchEvent,
      { isValid: valid, fromNode, fromHandle, toNode }: FinalConnectionState,
    ): void {
      // A valid one that ended at a port is connected by then.
      if (!fromNode || fromHandle?.type !== 'source' || valid === true) return;
      const [from, port] = [fromNode.id, fromHandle.id ?? ''];
      const at = pointOf('changedTouches' in event ? (event.changedTouches[0] as Touch) : event);
      const to = toNode?.id ?? componentAt(at);
      if (to === null) pick(at, { kind: 'port', from, port, at });
      else {
        const refusal = refusalOf(store.getState().draft, { from, port, to });
        if (refusal === null) connect({ from, port, to });
        else showDone(refusal);
      }
    }
    return {
      onDrop,
      onDragOver: (event) => event.preventDefault(),
      onConnect: (connection) => connect(fromFlow(connection)),
      onConnectEnd,
      isValidConnection: (connection) => refusalOf(store.getState().draft, fromFlow(connection)) === null,
      onDelete: ({ nodes: gone, edges: cut }) => {
        const cutKeys = removeConnections(new Set(cut.map((edge) => edge.id)));
        const goneIds = removeItems(new Set(gone.map((node) => node.id)));
        store.apply((draft) => cutKeys(goneIds(draft)));
      },
      onNodeContextMenu: (event, { id, type }) =>
        type === 'frame'
          ? menus.canvasMenu(takenPoint(event))
          : (type === 'note' ? menus.noteMenu : menus.cardMenu)(id, takenPoint(event)),
      onSelectionContextMenu: (event) => menus.selectionMenu(takenPoint(event)),
      onEdgeContextMenu: (event, edge) => menus.connectionMenu(fromFlow(edge), takenPoint(event)),
      onPaneContextMenu: (event) => menus.canvasMenu(takenPoint(event)),
    } satisfies ReactFlowProps<CanvasNode>;
  }, [store, addComponent, connect, pick, menus]);
}

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
