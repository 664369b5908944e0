import { useQuery } from '@tanstack/react-query';
import type { Component } from '@workflow/workflow-model';
import { componentViewQuery } from '../../../api/queries/webhook-token.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { Ago } from '../../../ui/time.tsx';
import classes from './schedule-section.module.css';

const REFRESH_MS = 5_000;

/** What came of the last poll of a trigger. */
export function PollSection({ component }: { component: Component }) {
  const { workflowId } = useEditor();
  const view = useQuery({
    ...componentViewQuery(workflowId, component.id),
    retry: false,
    refetchInterval: REFRESH_MS,
  });
  const last = view.data?.lastPoll;
  return (
    <section className={classes.root} aria-label="Last poll">
      <h4 className={classes.title}>Last poll</h4>
      {last ? (
        <p className={classes.note}>
          {last.ok ? 'Succeeded' : 'Failed'} <Ago time={last.at} />: {last.message}
        </p>
      ) : (
        <p className={classes.note}>It is polled once the workflow is published.</p>
      )}
    </section>
  );
}
