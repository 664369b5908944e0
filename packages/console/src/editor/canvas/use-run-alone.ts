import { useMutation } from '@tanstack/react-query';
import { type RunRequest, startRun } from '../../api/queries/sessions.ts';
import { useEditor } from '../editor-context.ts';
import { usablePins } from '../values/pinned-outputs.ts';
import { sampleSession } from '../values/sample-session.ts';

/**
 * Runs one component alone, with the values of the run on the canvas or of the workflow's last session. Where there is
 * none, the dialog asks for values.
 */
export function useRunAlone() {
  const { workflowId, store, autosave, dialog, liveRun, pins } = useEditor();
  return useMutation({
    mutationFn: async (componentId: string) => {
      const { requireSavedTexts } = await import('../draft/require-saved-texts.ts');
      requireSavedTexts(store.getState(), componentId);
      await autosave.flush();
      const sessionId = liveRun.get()?.sessionId ?? (await sampleSession(workflowId))?.id;
      if (sessionId === undefined) {
        dialog.set({ kind: 'run', componentId });
        return;
      }
      const request: RunRequest = {
        workflowId,
        componentId,
        mode: 'TEST',
        placeholderValues: {},
        onlyThisComponent: true,
        pinsFromSession: sessionId,
        ...usablePins(pins.get(), store.getState().draft.components, componentId),
      };
      const started = await startRun(request);
      liveRun.set({ sessionId: started.sessionId, session: null, lastSteps: new Map() });
    },
  });
}
