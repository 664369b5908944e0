import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listSessions, listSteps } from '../../../api/queries/sessions.ts';
import type { Step } from '../../../api/types.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { lastStepsOf } from '../../../editor/live-run.ts';
import { sampleSession } from '../../../editor/values/sample-session.ts';

/**
 * Stores the last ended step of each component: of the test runs here, before them of the newest session, and before
 * that of the last one that succeeded.
 */
export function useLastSteps(): void {
  const { workflowId, liveRun, lastSteps } = useEditor();
  const earlier = useQuery({
    queryKey: ['last-steps', workflowId],
    staleTime: Infinity,
    queryFn: async () => {
      const [sample, newest] = await Promise.all([sampleSession(workflowId), listSessions({ workflowId }, 1)]);
      const ids = new Set([sample, ...newest.items].flatMap((session) => session?.id ?? []));
      return Promise.all([...ids].map(listSteps));
    },
  });
  useEffect(() => {
    if (earlier.data)
      lastSteps.set(new Map([...earlier.data.flatMap((steps) => ended(lastStepsOf(steps))), ...lastSteps.get()]));
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
