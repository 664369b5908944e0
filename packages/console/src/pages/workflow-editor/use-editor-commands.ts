import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { focusedCard } from '../../editor/canvas/focus-canvas.ts';
import { useAddComponent } from '../../editor/canvas/use-add-component.ts';
import { useAddNote } from '../../editor/canvas/use-add-note.ts';
import { useCanvasActions } from '../../editor/canvas/use-canvas-actions.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { useArrange } from '../../editor/layout/use-arrange.ts';
import { FINDS_NOTHING, NO_COMMANDS, pageCommands, pageSearch } from '../../features/commands/command-store.ts';
import { useTestAgain } from './run/use-test-again.ts';

/** Offers the commands of the open editor in the command menu. They are loaded when the menu opens. */
export function useEditorCommands(): void {
  const parts = useEditor();
  const client = useQueryClient();
  const addComponent = useAddComponent();
  const addNote = useAddNote();
  const arrange = useArrange();
  const actions = useCanvasActions();
  const again = useTestAgain();
  useEffect(() => {
    pageCommands.set(async () => {
      // The menu is not open yet: the focus is where the hands are.
      const behind = focusedCard();
      const { editorCommands } = await import('./editor-commands.tsx');
      return editorCommands({ parts, addComponent, addNote, arrange, actions, again, behind });
    });
    pageSearch.set(async (words) => {
      const { findAppCommands } = await import('./editor-commands.tsx');
      return findAppCommands(client, words, addComponent);
    });
    return () => {
      pageCommands.set(NO_COMMANDS);
      pageSearch.set(FINDS_NOTHING);
    };
  }, [parts, arrange, addComponent, addNote, again, actions, client]);
}
