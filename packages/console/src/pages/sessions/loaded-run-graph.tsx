import { useQuery } from '@tanstack/react-query';
import { isTerminal } from '@workflow/workflow-model';
import { type ComponentProps, Suspense } from 'react';
import { startedQuery } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';
import { loadPart } from '../../ui/load-part.tsx';
import type { RunGraph } from '../../features/run-graph/run-graph.tsx';
import classes from './session-page.module.css';

const Part = loadPart(async () => (await import('../../features/run-graph/run-graph.tsx')).RunGraph);

interface LoadedRunGraphProps extends Omit<ComponentProps<typeof RunGraph>, 'started' | 'session'> {
  session: Session;
}

/** The graph of a session, which is loaded when it is first drawn, in a place that it already has. */
export function LoadedRunGraph({ session, ...graph }: LoadedRunGraphProps) {
  const started = useQuery(startedQuery(session.id, !isTerminal(session.status)));
  return (
    <Suspense fallback={<div className={classes.graph} />}>
      <Part {...graph} session={session} started={started.data} />
    </Suspense>
  );
}
