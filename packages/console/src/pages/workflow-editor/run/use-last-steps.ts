import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listSteps } from '../../../api/queries/sessions.ts';
import type { Step } from '../../../api/types.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { lastStepsOf } from '../../../editor/live-run.ts';
import { sampleSession } from '../../../editor/values/sample-values.ts';

/** Keeps the last ended step of each component: of the test runs here, and before them of the last session. */
export function useLastSteps(): void {
  const { workflowId, liveRun, lastSteps } = useEditor();
  const earlier = useQuery({
    queryKey: ['last-steps', workflowId],
    staleTime: Infinity,
    queryFn: async () => {
      const session = await sampleSession(workflowId);
      return session ? listSteps(session.id) : [];
    },
  });
  useEffect(() => {
    if (earlier.data) lastSteps.set(new Map([...ended(lastStepsOf(earlier.data)), ...lastSteps.get()]));
  }, [earlier.data, lastSteps]);
  useEffect(
    () =>
      liveRun.subscribe(() => {
        const run = liveRun.get();
        if (run && run.lastSteps.size > 0) lastSteps.set(new Map([...lastSteps.get(), ...ended(run.lastSteps)]));
      }),
    [liveRun, lastSteps],
  );
}

function ended(steps: ReadonlyMap<string, Step>): [string, Step][] {
  return [...steps].filter(([, step]) => step.finishedAt !== null);
}
