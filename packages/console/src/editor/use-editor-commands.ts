import { COMPONENT_TYPES, findComponentType } from '@workflow/component-catalog';
import { useEffect } from 'react';
import { pageCommands } from '../commands/command-store.ts';
import { texts } from '../texts/editor.ts';
import { useAddComponent } from './canvas/use-add-component.ts';
import { useAddNote } from './canvas/use-add-note.ts';
import { componentName } from './component-name.ts';
import { useEditor } from './editor-context.ts';
import { useArrange } from './use-arrange.ts';

/** What the command menu offers while the editor is open. */
export function useEditorCommands(): void {
  const { store, dialog } = useEditor();
  const addComponent = useAddComponent();
  const addNote = useAddNote();
  const arrange = useArrange();
  useEffect(() => {
    const group = texts.thisWorkflow;
    pageCommands.set(() => [
      { id: 'test-run', label: texts.testRun, group, run: () => dialog.set({ kind: 'run', componentId: null }) },
      { id: 'publish', label: texts.publishEllipsis, group, run: () => dialog.set({ kind: 'publish' }) },
      { id: 'versions', label: texts.versions, group, run: () => dialog.set({ kind: 'versions' }) },
      { id: 'flow', label: texts.flowControl, group, run: () => dialog.set({ kind: 'flow-control' }) },
      { id: 'keys', label: texts.keyboardShortcuts, group, run: () => dialog.set({ kind: 'keys' }) },
      { id: 'add-note', label: texts.addNote, group, run: () => addNote() },
      { id: 'arrange', label: texts.arrange, group, run: arrange },
      { id: 'undo', label: texts.undo, group, run: store.undo },
      { id: 'redo', label: texts.redo, group, run: store.redo },
      ...COMPONENT_TYPES.map(({ type, title, description }) => ({
        id: `add-${type}`,
        label: texts.addTitle(title),
        keywords: description,
        group: texts.addAComponent,
        run: () => addComponent(type),
      })),
      ...store.getState().draft.components.map((component) => ({
        id: `open-${component.id}`,
        label: componentName(component),
        keywords: findComponentType(component.type)?.title ?? component.type,
        group: texts.componentsOfThisWorkflow,
        run: () => store.select(component.id),
      })),
    ]);
    return () => pageCommands.set(() => []);
  }, [store, dialog, arrange, addComponent, addNote]);
}
