import { useCallback } from 'react';
import { layOut } from './auto-layout.ts';
import { useShowWhole } from '../canvas/use-show-whole.ts';
import { moveItems } from '../draft/draft-edits.ts';
import { useEditor } from '../editor-context.ts';

/** Arranges the workflow again and shows all of it. */
export function useArrange(): () => void {
  const { store } = useEditor();
  const showWhole = useShowWhole();
  return useCallback(() => {
    store.apply(moveItems(layOut(store.getState().draft)));
    requestAnimationFrame(showWhole);
  }, [store, showWhole]);
}
