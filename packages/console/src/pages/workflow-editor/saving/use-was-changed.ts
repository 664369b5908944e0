import { useState } from 'react';
import { useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';

/** Returns whether the draft was changed, here or elsewhere, since the editor opened: what guards it is loaded then. */
export function useWasChanged(): boolean {
  const { autosave } = useEditor();
  const isSaved = usePicked(autosave.status, ({ kind }) => kind === 'saved');
  const [wasChanged, setChanged] = useState(!isSaved);
  if (!isSaved && !wasChanged) setChanged(true);
  return wasChanged || !isSaved;
}
