import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { connectionKey } from '../draft/draft-edits.ts';
import { useEditor } from '../editor-context.ts';
import { focusCanvas } from './focus-canvas.ts';
import type { CanvasPopup, Point } from './canvas-popup.ts';
import type { CardActions } from './card-context.ts';
import type { InsertBetween } from './insert-between.ts';
import type { AddTarget } from './use-add-component.ts';
import { useRunAlone } from './use-run-alone.ts';
import { useCanvasActions } from './use-canvas-actions.ts';
import { useCanvasMenus } from './use-canvas-menus.ts';

/** The list of components or the menu that is open on the canvas, and what opens them. */
export function useCanvasPopups() {
  const { store, dialog } = useEditor();
  const actions = useCanvasActions();
  const navigate = useNavigate();
  const { mutate: runAlone } = useRunAlone();
  const [popup, setPopup] = useState<CanvasPopup>(null);

  const pick = useCallback((at: Point, target: AddTarget) => setPopup({ kind: 'picker', at, target }), []);
  const insertBetween = useCallback<NonNullable<InsertBetween>>(
    (key, at) => {
      const connection = store.getState().draft.connections.find((one) => connectionKey(one) === key);
      if (connection) pick(at, { kind: 'between', connection });
    },
    [store, pick],
  );
  const cardActions = useMemo<CardActions>(
    () => ({
      addAfter: (from, port, at) => pick(at, { kind: 'port', from, port }),
      addInside: (of, at) => pick(at, { kind: 'inside', of }),
      test: (componentId) => dialog.set({ kind: 'run', componentId }),
      runAlone,
      toggle: (id) => actions.toggle(new Set([id])),
      duplicate: (id) => actions.duplicate(new Set([id])),
      remove: (id) => actions.remove(new Set([id])),
      openWorkflow: (workflowId) => void navigate(`/workflows/${workflowId}`),
    }),
    [pick, dialog, actions, runAlone, navigate],
  );

  const menus = useCanvasMenus({ show: setPopup, pick, cardActions });
  function close(): void {
    setPopup(null);
    focusCanvas(store.getState().selected);
  }

  return {
    popup,
    pick,
    close,
    hide: () => setPopup(null),
    insertBetween,
    cardActions,
    menus,
  };
}
