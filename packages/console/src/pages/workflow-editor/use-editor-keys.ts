import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect } from 'react';
import { editedNote } from '../../editor/canvas/edited-note.ts';
import { useAddNote } from '../../editor/canvas/use-add-note.ts';
import { useCanvasActions } from '../../editor/canvas/use-canvas-actions.ts';
import { useShowWhole } from '../../editor/canvas/use-show-whole.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { OPEN_LAYERS } from './open-layers.ts';
import { focusAgain, focusFirstField } from '../../editor/canvas/focus-canvas.ts';
import { isTyping } from '../../ui/is-typing.ts';

/**
 * The editor's keys (keys-dialog.tsx lists them), but for copy and paste.
 */
export function useEditorKeys(): void {
  const { store, autosave, dialog } = useEditor();
  const showWhole = useShowWhole();
  const actions = useCanvasActions();
  const addNote = useAddNote();
  useEffect(() => {
    const save = () => void autosave.flush().catch(() => undefined);
    const onSave = getHotkeyHandler([['mod+S', save]]);
    const onCanvasKey = getHotkeyHandler([
      ['mod+Z', () => store.undo()],
      ['mod+shift+Z', () => store.redo()],
      ['mod+Y', () => store.redo()],
      ['mod+A', actions.selectAll],
      ['mod+D', () => actions.duplicate(actions.selectedIds())],
      ['shift+F', showWhole],
      ['shift+?', () => dialog.set({ kind: 'keys' })],
      ['?', () => dialog.set({ kind: 'keys' })],
    ]);
    const onCanvasLetter = getHotkeyHandler([
      ['D', () => actions.toggle(actions.selectedIds())],
      ['N', () => addNote()],
    ]);
    function onKey(event: KeyboardEvent): void {
      onSave(event);
      if (isTyping(event) || document.querySelector('[role="dialog"]') !== null) return;
      const note = event.key === 'Enter' ? focusedNote(event) : null;
      if (note === null) onCanvasKey(event);
      else editedNote.set(note);
      if (isOnCanvas(event)) onCanvasLetter(event);
      const opened = event.key === 'Enter' ? focusedComponent(event) : null;
      if (opened !== null) focusFirstField(() => store.getState().selected === opened);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store, autosave, dialog, showWhole, actions, addNote]);

  useEffect(() => {
    let hadLayer = false;
    let selected: string | null = null;
    let focused: Element | null = null;
    // Before the layer's own handler closes it.
    function noteState(event: KeyboardEvent): void {
      hadLayer = document.querySelector(OPEN_LAYERS) !== null;
      ({ selected } = store.getState());
      focused = document.activeElement;
      if (event.key !== 'Escape' || hadLayer || !isOnElement(event) || isTyping(event)) return;
      // React Flow would deselect one of several, select what is not selected, and take the focus off it.
      event.stopPropagation();
      onEscape(event);
    }
    function onEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || hadLayer) return;
      // In a program or an expression, Escape first leaves the text.
      if (isInCode(event)) {
        document.querySelector<HTMLElement>('[data-component-panel] [role="group"][tabindex]')?.focus();
        return;
      }
      const [former, componentId] = [focused, selected];
      actions.selectNone();
      if (componentId === null) return;
      store.select(null);
      requestAnimationFrame(() => focusAgain(former, componentId));
    }
    window.addEventListener('keydown', noteState, true);
    document.addEventListener('keydown', onEscape);
    return () => {
      window.removeEventListener('keydown', noteState, true);
      document.removeEventListener('keydown', onEscape);
    };
  }, [store, actions]);
}

/** The id of the note whose card has the focus. */
function focusedNote({ target }: Event): string | null {
  return target instanceof HTMLElement && target.matches('.react-flow__node-note')
    ? (target.dataset['id'] ?? null)
    : null;
}

/** The id of the component whose card has the focus: not one of the card's own buttons. */
function focusedComponent({ target }: Event): string | null {
  return target instanceof HTMLElement && target.matches('.react-flow__node-component')
    ? (target.dataset['id'] ?? null)
    : null;
}

/**
 * Returns true if the focus is on the canvas, or nowhere. While a component panel is open, a focus that is nowhere was
 * in a field of it, and the next letter was meant for that field.
 */
function isOnCanvas({ target }: Event): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[data-canvas]') !== null) return true;
  return target === document.body && document.querySelector('[data-component-panel]') === null;
}

/** On a component, a note or a connection. */
function isOnElement({ target }: Event): boolean {
  return target instanceof Element && target.closest('.react-flow__node, .react-flow__edge') !== null;
}

/** In a code editor of the component panel. */
function isInCode(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && target.isContentEditable && isInPanel(event);
}

function isInPanel({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-component-panel]') !== null;
}
