import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { startRun } from '../../../api/queries/sessions.ts';
import { useEditor } from '../../../editor/editor-context.ts';

/** Tests the draft as it was tested last. Where a value is missing or the start takes others now, the dialog asks. */
export function useTestAgain(): () => void {
  const { workflowId, store, autosave, dialog, liveRun, pins } = useEditor();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { lastTested, requireSavedTexts, testAgain } = await import('./last-test.ts');
      requireSavedTexts(store.getState());
      await autosave.flush();
      const { draft } = store.getState();
      const request = testAgain(workflowId, draft, pins.get());
      if (request === null) {
        dialog.set({ kind: 'run', componentId: lastTested(workflowId, draft) });
        return;
      }
      const { sessionId } = await startRun(request);
      liveRun.set({ sessionId, session: null, lastSteps: new Map() });
    },
  });
  return useCallback(() => {
    if (!isPending) mutate();
  }, [isPending, mutate]);
}
