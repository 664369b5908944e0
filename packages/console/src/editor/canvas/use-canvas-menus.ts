import type { Connection } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { connectionKey, removeConnections } from '../draft/draft-edits.ts';
import { type EditorParts, useEditor } from '../editor-context.ts';
import type { CanvasMenuItem } from './canvas-menu.tsx';
import type { CardActions } from './card-context.ts';
import { editedNote } from './edited-note.ts';
import type { AddTarget } from './use-add-component.ts';
import { useAddNote } from './use-add-note.ts';
import { type CanvasActions, useCanvasActions } from './use-canvas-actions.ts';
import type { CanvasPopup, Point } from './canvas-popup.ts';
import { workflowRunBy } from './workflow-run-by.ts';

interface MenuParts {
  show: (popup: CanvasPopup) => void;
  /** Opens the list of components. */
  pick: (at: Point, target: AddTarget) => void;
  cardActions: CardActions;
}

/** The handlers that open the context menus of the canvas. */
export function useCanvasMenus({ show, pick, cardActions }: MenuParts) {
  const { store, dialog } = useEditor();
  const actions = useCanvasActions();
  const addNote = useAddNote();
  return useMemo(
    () => menusOf({ show, pick, cardActions, store, dialog, actions, addNote }),
    [show, pick, cardActions, store, dialog, actions, addNote],
  );
}

interface AllMenuParts extends MenuParts, Pick<EditorParts, 'store' | 'dialog'> {
  actions: CanvasActions;
  addNote: ReturnType<typeof useAddNote>;
}

function menusOf({ show, pick, cardActions, store, dialog, actions, addNote }: AllMenuParts) {
  /** The selected ones, when this one is among them. */
  function chosenWith(id: string): Set<string> {
    const ids = actions.selectedIds();
    return ids.has(id) ? ids : new Set([id]);
  }
  function extractItem(chosen: Set<string>): CanvasMenuItem {
    return { label: 'Extract to a workflow…', run: () => dialog.set({ kind: 'extract', ids: [...chosen] }) };
  }
  function cardMenu(id: string, at: Point): void {
    const component = store.getState().draft.components.find((one) => one.id === id);
    if (!component) return;
    const isDisabled = component.disabled === true;
    const workflowId = workflowRunBy(component);
    const chosen = chosenWith(id);
    const items: (CanvasMenuItem | null)[] = [
      { label: 'Open settings', keys: 'Enter', run: () => store.select(id) },
      workflowId === null ? null : { label: 'Open workflow', run: () => cardActions.openWorkflow(workflowId) },
      isDisabled ? null : { label: 'Test from here…', run: () => cardActions.test(id) },
      isDisabled ? null : { label: 'Run only this component', run: () => cardActions.runAlone(id) },
      toggleItem(actions, chosen, isDisabled),
      extractItem(chosen),
      ...commonItems(actions, chosen),
    ];
    show({ kind: 'menu', at, items: items.filter((item) => item !== null) });
  }
  function selectionMenu(at: Point): void {
    const chosen = actions.selectedIds();
    const cards = store.getState().draft.components.filter(({ id }) => chosen.has(id));
    const isDisabled = cards.every(({ disabled }) => disabled === true);
    const toggle = cards.length === 0 ? [] : [toggleItem(actions, chosen, isDisabled), extractItem(chosen)];
    show({ kind: 'menu', at, items: [...toggle, ...commonItems(actions, chosen)] });
  }
  function noteMenu(id: string, at: Point): void {
    const chosen = chosenWith(id);
    show({
      kind: 'menu',
      at,
      items: [{ label: 'Edit text', keys: 'Enter', run: () => editedNote.set(id) }, ...commonItems(actions, chosen)],
    });
  }
  function connectionMenu(connection: Connection, at: Point): void {
    show({
      kind: 'menu',
      at,
      items: [
        { label: 'Insert component…', run: () => pick(at, { kind: 'between', connection }) },
        {
          label: 'Delete connection',
          keys: 'Del',
          danger: true,
          run: () => store.apply(removeConnections(new Set([connectionKey(connection)]))),
        },
      ],
    });
  }
  function canvasMenu(at: Point): void {
    show({
      kind: 'menu',
      at,
      items: [
        { label: 'Add component…', run: () => pick(at, { kind: 'point', at }) },
        { label: 'Add note', keys: 'N', run: () => addNote(at) },
        { label: 'Select all', keys: 'Ctrl A', run: actions.selectAll },
        { label: 'Keyboard shortcuts', keys: '?', run: () => dialog.set({ kind: 'keys' }) },
      ],
    });
  }
  return { cardMenu, selectionMenu, noteMenu, connectionMenu, canvasMenu };
}

function toggleItem(actions: CanvasActions, chosen: Set<string>, isDisabled: boolean): CanvasMenuItem {
  return { label: isDisabled ? 'Enable' : 'Disable', keys: 'D', run: () => actions.toggle(chosen) };
}

/** The menu items that cards and notes have in common. */
function commonItems(actions: CanvasActions, chosen: Set<string>): CanvasMenuItem[] {
  return [
    { label: 'Duplicate', keys: 'Ctrl D', run: () => actions.duplicate(chosen) },
    { label: 'Delete', keys: 'Del', danger: true, run: () => actions.remove(chosen) },
  ];
}
