import { type ComponentProps, Suspense } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import type { RunGraph } from '../../features/run-graph/run-graph.tsx';
import classes from './session-page.module.css';

const Part = loadPart(async () => (await import('../../features/run-graph/run-graph.tsx')).RunGraph);

/** The graph of a session, which is loaded when it is first drawn, in a place that it already has. */
export function LoadedRunGraph(props: ComponentProps<typeof RunGraph>) {
  return (
    <Suspense fallback={<div className={classes.graph} />}>
      <Part {...props} />
    </Suspense>
  );
}
