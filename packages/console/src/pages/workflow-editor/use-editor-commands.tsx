import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBolt,
  IconHistory,
  IconKeyboard,
  IconLayoutDistributeHorizontal,
  IconNote,
  IconPlayerPlay,
  IconRoute,
  IconTrafficLights,
  IconUpload,
} from '@tabler/icons-react';
import { componentTypes, findComponentType } from '@workflow/components/descriptors';
import { type ComponentType, useEffect } from 'react';
import { pageCommands } from '../../features/commands/command-store.ts';
import { useAddComponent } from '../../editor/canvas/use-add-component.ts';
import { useCanvasActions } from '../../editor/canvas/use-canvas-actions.ts';
import { useAddNote } from '../../editor/canvas/use-add-note.ts';
import { ComponentIcon } from '../../editor/canvas/component-icon.tsx';
import { focusedCard } from '../../editor/canvas/focus-canvas.ts';
import { componentName } from '../../editor/draft/component-name.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { useTestAgain } from './run/use-test-again.ts';
import { useArrange } from '../../editor/layout/use-arrange.ts';

function drawn(Icon: ComponentType<{ size?: number; stroke?: number }>) {
  return <Icon size={18} stroke={1.7} />;
}

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
        {
          id: 'test-run',
          label: 'Test run',
          group,
          icon: drawn(IconPlayerPlay),
          run: () => dialog.set({ kind: 'run', componentId: null }),
        },
        { id: 'test-again', label: 'Test again with the same values', group, icon: drawn(IconPlayerPlay), run: again },
        {
          id: 'run-now',
          label: 'Run now',
          keywords: 'start execute production',
          group,
          icon: drawn(IconBolt),
          run: () => dialog.set({ kind: 'run-now' }),
        },
        {
          id: 'publish',
          label: 'Publish…',
          keywords: 'release deploy',
          group,
          icon: drawn(IconUpload),
          run: () => dialog.set({ kind: 'publish' }),
        },
        {
          id: 'versions',
          label: 'Versions',
          group,
          icon: drawn(IconHistory),
          run: () => dialog.set({ kind: 'versions' }),
        },
        {
          id: 'flow',
          label: 'Flow control',
          group,
          icon: drawn(IconTrafficLights),
          run: () => dialog.set({ kind: 'flow-control' }),
        },
        {
          id: 'keys',
          label: 'Keyboard shortcuts',
          group,
          icon: drawn(IconKeyboard),
          run: () => dialog.set({ kind: 'keys' }),
        },
        { id: 'add-note', label: 'Add note', group, icon: drawn(IconNote), run: () => addNote() },
        {
          id: 'extract',
          label: 'Make a workflow of the selected components…',
          group,
          icon: drawn(IconRoute),
          run: () => dialog.set({ kind: 'extract', ids: [...actions.selectedIds()] }),
        },
        { id: 'arrange', label: 'Arrange', group, icon: drawn(IconLayoutDistributeHorizontal), run: arrange },
        { id: 'undo', label: 'Undo', group, icon: drawn(IconArrowBackUp), run: store.undo },
        { id: 'redo', label: 'Redo', group, icon: drawn(IconArrowForwardUp), run: store.redo },
        ...componentTypes().map(({ type, title, description }) => ({
          id: `add-${type}`,
          label: `Add ${title}`,
          keywords: description,
          group: 'Add a component',
          icon: <ComponentIcon type={type} />,
          run: () => addComponent(type, { kind: 'anywhere', behind }),
        })),
        ...store.getState().draft.components.map((component) => ({
          id: `open-${component.id}`,
          label: componentName(component),
          keywords: findComponentType(component)?.title ?? component.type,
          group: 'Components of this workflow',
          icon: <ComponentIcon type={component.type} />,
          run: () => store.select(component.id),
        })),
      ];
    });
    return () => pageCommands.set(() => []);
  }, [store, dialog, arrange, addComponent, addNote, again, actions]);
}
