import { componentTypes, findComponentType } from '@workflow/components/descriptors';
import { useEffect } from 'react';
import { pageCommands } from '../../features/commands/command-store.ts';
import { useAddComponent } from '../../editor/canvas/use-add-component.ts';
import { useCanvasActions } from '../../editor/canvas/use-canvas-actions.ts';
import { useAddNote } from '../../editor/canvas/use-add-note.ts';
import { focusedCard } from '../../editor/canvas/focus-canvas.ts';
import { componentName } from '../../editor/draft/component-name.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { useTestAgain } from './run/use-test-again.ts';
import { useArrange } from '../../editor/layout/use-arrange.ts';

/** What the command menu offers while the editor is open. */
export function useEditorCommands(): void {
  const { store, dialog } = useEditor();
  const addComponent = useAddComponent();
  const addNote = useAddNote();
  const arrange = useArrange();
  const actions = useCanvasActions();
  const again = useTestAgain();
  useEffect(() => {
    const group = 'This workflow';
    pageCommands.set(() => {
      // The menu is not open yet: the focus is where the hands are.
      const behind = focusedCard();
      return [
        { id: 'test-run', label: 'Test run', group, run: () => dialog.set({ kind: 'run', componentId: null }) },
        { id: 'test-again', label: 'Test again with the same values', group, run: again },
        { id: 'run-now', label: 'Run now (published version)', group, run: () => dialog.set({ kind: 'run-now' }) },
        { id: 'publish', label: 'Publish…', group, run: () => dialog.set({ kind: 'publish' }) },
        { id: 'versions', label: 'Versions', group, run: () => dialog.set({ kind: 'versions' }) },
        { id: 'flow', label: 'Flow control', group, run: () => dialog.set({ kind: 'flow-control' }) },
        { id: 'keys', label: 'Keyboard shortcuts', group, run: () => dialog.set({ kind: 'keys' }) },
        { id: 'add-note', label: 'Add note', group, run: () => addNote() },
        {
          id: 'extract',
          label: 'Make a workflow of the selected components…',
          group,
          run: () => dialog.set({ kind: 'extract', ids: [...actions.selectedIds()] }),
        },
        { id: 'arrange', label: 'Arrange', group, run: arrange },
        { id: 'undo', label: 'Undo', group, run: store.undo },
        { id: 'redo', label: 'Redo', group, run: store.redo },
        ...componentTypes().map(({ type, title, description }) => ({
          id: `add-${type}`,
          label: `Add ${title}`,
          keywords: description,
          group: 'Add a component',
          run: () => addComponent(type, { kind: 'anywhere', behind }),
        })),
        ...store.getState().draft.components.map((component) => ({
          id: `open-${component.id}`,
          label: componentName(component),
          keywords: findComponentType(component)?.title ?? component.type,
          group: 'Components of this workflow',
          run: () => store.select(component.id),
        })),
      ];
    });
    return () => pageCommands.set(() => []);
  }, [store, dialog, arrange, addComponent, addNote, again, actions]);
}
