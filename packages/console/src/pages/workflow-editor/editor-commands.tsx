import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBolt,
  IconHistory,
  IconKeyboard,
  IconLayoutDistributeHorizontal,
  IconNote,
  IconPlayerPlay,
  IconRepeat,
  IconRoute,
  IconTrafficLights,
  IconUpload,
} from '@tabler/icons-react';
import { componentTypes, findComponentType } from '@workflow/components/descriptors';
import type { ComponentType } from 'react';
import { ComponentIcon } from '../../editor/canvas/component-icon.tsx';
import { focusNewCard } from '../../editor/canvas/focus-canvas.ts';
import { movesOf } from '../../editor/canvas/move-by-command.ts';
import type { useAddComponent } from '../../editor/canvas/use-add-component.ts';
import type { useCanvasActions } from '../../editor/canvas/use-canvas-actions.ts';
import { componentName } from '../../editor/draft/component-name.ts';
import type { EditorParts } from '../../editor/editor-context.ts';
import type { Command } from '../../features/commands/command-store.ts';

export { findAppCommands } from './app-commands.tsx';

interface EditorActions {
  parts: EditorParts;
  addComponent: ReturnType<typeof useAddComponent>;
  addNote: () => void;
  arrange: () => void;
  actions: ReturnType<typeof useCanvasActions>;
  again: () => void;
  /** The component that has the focus, which a new one is connected to. */
  behind: string | null;
}

/** Lists the commands of an open editor. */
export function editorCommands({
  parts,
  addComponent,
  addNote,
  arrange,
  actions,
  again,
  behind,
}: EditorActions): Command[] {
  const { store, dialog } = parts;
  const selected = actions.selectedIds();
  const chosen = behind === null || selected.has(behind) ? selected : new Set([behind]);
  const group = 'This workflow';
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
      label: 'Extract the selected components to a workflow…',
      group,
      icon: drawn(IconRoute),
      run: () => dialog.set({ kind: 'extract', ids: [...actions.selectedIds()] }),
    },
    ...movesOf(store.getState().draft, chosen).map(({ label, edit }) => ({
      id: label,
      label,
      keywords: 'loop frame each item',
      group,
      icon: drawn(IconRepeat),
      run: () => store.apply(edit),
    })),
    { id: 'arrange', label: 'Arrange', group, icon: drawn(IconLayoutDistributeHorizontal), run: arrange },
    { id: 'undo', label: 'Undo', group, icon: drawn(IconArrowBackUp), run: store.undo },
    { id: 'redo', label: 'Redo', group, icon: drawn(IconArrowForwardUp), run: store.redo },
    ...componentTypes().map(({ type, title, description }) => ({
      id: `add-${type}`,
      label: `Add ${title}`,
      keywords: description,
      group: 'Add a component',
      icon: <ComponentIcon type={type} />,
      run: () => focusNewCard(addComponent(type, { kind: 'anywhere', behind })),
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
}

function drawn(Icon: ComponentType<{ size?: number; stroke?: number }>) {
  return <Icon size={18} stroke={1.7} />;
}
