import type { Connection } from '@workflow/workflow-model';
import { useCallback, useMemo, useState } from 'react';
import { connectionKey, removeConnections } from '../draft-edits.ts';
import { useEditor } from '../editor-context.ts';
import { focusCanvas } from '../focus-canvas.ts';
import { texts } from '../../texts/canvas.ts';
import type { CanvasMenuItem } from './canvas-menu.tsx';
import type { CardActions } from './card-context.ts';
import type { InsertBetween } from './insert-between.ts';
import type { AddTarget } from './use-add-component.ts';
import { useRunAlone } from '../run/use-run-alone.ts';
import { useCanvasActions } from './use-canvas-actions.ts';

interface Point {
  x: number;
  y: number;
}

export type CanvasPopup =
  | { kind: 'picker'; at: Point; target: AddTarget }
  | { kind: 'menu'; at: Point; items: CanvasMenuItem[] }
  | null;

/** The list of components or the menu that is open on the canvas, and what opens them. */
export function useCanvasPopups() {
  const { store, dialog } = useEditor();
  const actions = useCanvasActions();
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
      test: (componentId) => dialog.set({ kind: 'run', componentId }),
      runAlone,
      duplicate: (id) => actions.duplicate(new Set([id])),
      remove: (id) => actions.remove(new Set([id])),
    }),
    [pick, dialog, actions, runAlone],
  );

  function cardMenu(id: string, at: Point): void {
    const ids = actions.selectedIds();
    const chosen = ids.has(id) ? ids : new Set([id]);
    setPopup({
      kind: 'menu',
      at,
      items: [
        { label: texts.openSettings, keys: 'Enter', run: () => store.select(id) },
        { label: texts.testFromHere, run: () => cardActions.test(id) },
        { label: texts.runOnlyThisComponent, run: () => cardActions.runAlone(id) },
        { label: texts.duplicate, keys: 'Ctrl D', run: () => actions.duplicate(chosen) },
        { label: texts.delete, keys: 'Del', danger: true, run: () => actions.remove(chosen) },
      ],
    });
  }
  function connectionMenu(connection: Connection, at: Point): void {
    setPopup({
      kind: 'menu',
      at,
      items: [
        { label: texts.insertComponent, run: () => pick(at, { kind: 'between', connection }) },
        {
          label: texts.deleteConnection,
          keys: 'Del',
          danger: true,
          run: () => store.apply(removeConnections(new Set([connectionKey(connection)]))),
        },
      ],
    });
  }
  function canvasMenu(at: Point): void {
    setPopup({
      kind: 'menu',
      at,
      items: [
        { label: texts.addComponent, run: () => pick(at, { kind: 'point', at }) },
        { label: texts.selectAll, keys: 'Ctrl A', run: actions.selectAll },
        { label: texts.keyboardShortcuts, keys: '?', run: () => dialog.set({ kind: 'keys' }) },
      ],
    });
  }
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
    cardMenu,
    connectionMenu,
    canvasMenu,
  };
}
