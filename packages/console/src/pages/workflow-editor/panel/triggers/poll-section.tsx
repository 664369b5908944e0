import { useQuery } from '@tanstack/react-query';
import type { Component } from '@workflow/workflow-model';
import { componentViewQuery } from '../../../../api/queries/webhook-token.ts';
import { useEditor } from '../../../../editor/editor-context.ts';
import { formatDateTime, formatDuration } from '../../../../ui/format-time.ts';
import { Ago, useNow } from '../../../../ui/time.tsx';
import classes from './section.module.css';

const REFRESH_MS = 5_000;

/** Shows the result of a trigger's last poll and the time of the next one. */
export function PollSection({ component }: { component: Component }) {
  const { workflowId } = useEditor();
  const view = useQuery({
    ...componentViewQuery(workflowId, component.id),
    retry: false,
    refetchInterval: REFRESH_MS,
  });
  const { lastPoll: last, nextPollAt = null, failedPolls = 0 } = view.data ?? {};
  return (
    <section className={classes.root} aria-label="Last poll">
      <h4 className={classes.title}>Last poll</h4>
      {last ? (
        <p className={classes.note}>
          {last.ok ? 'Succeeded' : 'Failed'} <Ago time={last.at} />: {last.message}
        </p>
      ) : (
        nextPollAt === null && <p className={classes.note}>Polling starts when you publish.</p>
      )}
      {nextPollAt !== null && <NextPoll time={nextPollAt} failed={failedPolls} />}
      {last && nextPollAt === null && <p className={classes.note}>Polling is paused.</p>}
    </section>
  );
}

/** When it is polled again: later, the more polls fail one after another. */
function NextPoll({ time, failed }: { time: string; failed: number }) {
  const now = useNow();
  const leftMs = Date.parse(time) - now;
  return (
    <p className={classes.note}>
      {failed > 1 && `${failed} polls in a row failed, so the next one waits longer. `}
      Next poll{' '}
      <time dateTime={time} title={formatDateTime(time)}>
        {leftMs < 1_000 ? 'now' : `in ${formatDuration(Math.floor(leftMs / 1_000) * 1_000)}`}
      </time>
      {failed > 0 && '; publishing again polls immediately'}.
    </p>
  );
}
