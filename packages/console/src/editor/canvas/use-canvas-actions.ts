import { type ReactFlowInstance, type Rect, useReactFlow, type XYPosition } from '@xyflow/react';
import { useMemo } from 'react';
import { copyComponents, type CopiedPart } from '../draft/copy-components.ts';
import { removeItems, toggleDisabled } from '../draft/draft-edits.ts';
import { useEditor } from '../editor-context.ts';
import { focusCanvas } from './focus-canvas.ts';
import { notify } from '../../ui/notification-area.tsx';
import { showError } from '../../ui/show-error.ts';

export interface CanvasActions {
  selectedIds: () => Set<string>;
  selectOnly: (ids: Iterable<string>) => void;
  selectAll: () => void;
  /** Also connections. */
  selectNone: () => void;
  /** Pastes components from text, the upper left one at a point of the screen; null pastes next to the copied ones. */
  paste: (text: string, at: XYPosition | null) => void;
  toggle: (ids: ReadonlySet<string>) => void;
  duplicate: (ids: ReadonlySet<string>) => void;
  remove: (ids: ReadonlySet<string>) => void;
}

/** Needed at the first copy: it is loaded when the pointer or the focus is near. */
export const loadPasting = async () => import('../draft/paste-components.ts');

/** The actions of keys, menus and cards on components and notes. */
export function useCanvasActions(): CanvasActions {
  const { store } = useEditor();
  const flow = useReactFlow();
  return useMemo(() => {
    function selectOnly(ids: Iterable<string>): void {
      const chosen = new Set(ids);
      // Components that were just added are drawn in the next frame.
      requestAnimationFrame(() =>
        flow.setNodes((nodes) => nodes.map((node) => ({ ...node, selected: chosen.has(node.id) }))),
      );
    }
    async function add(part: CopiedPart, at: XYPosition | null): Promise<void> {
      const { pasteComponents } = await loadPasting();
      const place = at === null ? viewOf(flow) : flow.screenToFlowPosition(at);
      const { edit, ids } = pasteComponents(part, () => crypto.randomUUID(), place);
      store.apply(edit);
      selectOnly(ids);
    }
    async function paste(text: string, at: XYPosition | null): Promise<void> {
      const { readPastedPart } = await import('../draft/read-pasted-part.ts');
      const part = readPastedPart(text);
      if (typeof part === 'string')
        await notify({ color: 'red', title: 'Nothing was pasted', message: part, autoClose: 10_000 });
      else await add(part, at);
    }
    return {
      selectedIds: () => new Set(flow.getNodes().flatMap((node) => (node.selected ? [node.id] : []))),
      selectOnly,
      selectAll: () => {
        const { components, notes = [] } = store.getState().draft;
        selectOnly([...components, ...notes].map(({ id }) => id));
      },
      selectNone: () => {
        flow.setNodes((nodes) => nodes.map(deselected));
        flow.setEdges((edges) => edges.map(deselected));
      },
      paste: (text, at) => void paste(text, at).catch(showError),
      toggle: (ids) => store.apply(toggleDisabled(ids)),
      duplicate: (ids) => {
        if (ids.size > 0) add(copyComponents(store.getState().draft, ids), null).catch(showError);
      },
      remove: (ids) => {
        store.apply(removeItems(ids));
        focusCanvas(null);
      },
    };
  }, [store, flow]);
}

function deselected<Element extends { selected?: boolean }>(element: Element): Element {
  return element.selected === true ? { ...element, selected: false } : element;
}

/** The part of the canvas that is in view. */
function viewOf(flow: ReactFlowInstance): Rect {
  const { left, top, right, bottom } =
    document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, 0);
  const start = flow.screenToFlowPosition({ x: left, y: top });
  const end = flow.screenToFlowPosition({ x: right, y: bottom });
  return { ...start, width: end.x - start.x, height: end.y - start.y };
}
