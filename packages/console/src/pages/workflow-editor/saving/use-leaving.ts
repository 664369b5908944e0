import { useEffect, useState } from 'react';
import { hasUnsavedChanges } from '../../../editor/draft/save-status.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { guardLeaving } from '../../../ui/leave-guard.ts';

/** Saving takes a moment; the author is asked when it takes longer, or fails. */
const ASK_AFTER_MS = 500;

/**
 * Saves before the editor is left. While the changes are not saved, the navigation waits for that or for the author's
 * answer: returns what to do when the author stays; null when there is nothing to ask.
 */
export function useLeaving(): (() => void) | null {
  const { autosave } = useEditor();
  const [stayHere, setStay] = useState<(() => void) | null>(null);

  useEffect(() => {
    let cancel: () => void = () => undefined;
    const unguard = guardLeaving((go) => {
      if (!hasUnsavedChanges(autosave.status.get())) return false;
      cancel();
      const stay = () => {
        cancel();
        setStay(null);
      };
      const ask = () => setStay(() => stay);
      const timer = setTimeout(ask, ASK_AFTER_MS);
      const unsubscribe = autosave.status.subscribe(() => {
        if (hasUnsavedChanges(autosave.status.get())) return;
        stay();
        go();
      });
      cancel = () => {
        clearTimeout(timer);
        unsubscribe();
      };
      void autosave.flush().catch(ask);
      return true;
    });
    return () => {
      cancel();
      unguard();
    };
  }, [autosave]);

  return stayHere;
}
