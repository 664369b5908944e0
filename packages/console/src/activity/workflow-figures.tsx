import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Span } from '../api/queries/overview.ts';
import { workflowPerformanceQuery } from '../api/queries/performance.ts';
import { bucketsOf } from '../overview/chart-buckets.ts';
import { DepthChart } from '../overview/depth-chart.tsx';
import { FailureGroups } from '../overview/failure-groups.tsx';
import { Figure } from '../overview/figure.tsx';
import classes from '../overview/overview-page.module.css';
import { SessionsChart } from '../overview/sessions-chart.tsx';
import { shareOf } from '../overview/share-of.ts';
import { TimeFigures } from '../overview/time-figures.tsx';
import { texts } from '../texts/activity.ts';
import { texts as overviewTexts } from '../texts/overview.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import { useNow } from '../ui/time.tsx';

/** Whether the workflow's sessions succeed, how long they wait and run, and why they fail. */
export function WorkflowFigures({ workflowId }: { workflowId: string }) {
  const [span, setSpan] = useState<Span>('hour');
  const now = useNow();
  const hours = span === 'hour' ? '1' : '24';
  const { data, error, refetch } = useQuery({
    ...workflowPerformanceQuery(workflowId, span),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageLoader />;
  const [own] = data.workflows;
  const ended = own?.ended ?? 0;
  const { waiting, running, sleeping } = data.unended;
  const ofTheNewest = data.sampled.complete ? {} : { description: texts.ofTheNewest(data.sampled.count) };
  const sessions = (filter: Record<string, string>) =>
    `/sessions?${new URLSearchParams({ mode: 'PROD', workflowId, time: hours, ...filter })}`;
  return (
    <>
      <div className={classes.figures}>
        <Figure label={overviewTexts.running} value={running.toLocaleString()} to={sessions({ status: 'RUNNING' })} />
        <Figure
          label={overviewTexts.waitingToStart}
          value={waiting.toLocaleString()}
          to={sessions({ status: 'QUEUED' })}
        />
        <Figure
          label={overviewTexts.waiting}
          value={sleeping.toLocaleString()}
          note={overviewTexts.forADelayARetry}
          to={sessions({ status: 'WAITING' })}
        />
        <Figure
          label={texts.succeeded}
          value={shareOf(data.perMinute)}
          note={texts.sessionsEnded(ended)}
          to={sessions({})}
        />
        <TimeFigures performance={data} />
      </div>
      <div className={classes.panels}>
        <Panel
          title={texts.ends}
          {...ofTheNewest}
          actions={
            <SegmentedControl
              size="xs"
              aria-label={texts.timeRange}
              data={[
                { value: 'hour', label: texts.lastHour },
                { value: 'day', label: texts.lastDay },
              ]}
              value={span}
              onChange={(value) => setSpan(value as Span)}
            />
          }
        >
          <SessionsChart span={span} buckets={bucketsOf(data.perMinute, span, now)} workflowId={workflowId} />
        </Panel>
        <Panel title={overviewTexts.sessionsWaitingAndRunning} {...ofTheNewest}>
          <DepthChart span={span} depth={data.depth} now={now} />
        </Panel>
      </div>
      <div className={classes.below}>
        <Panel title={texts.failures} flush>
          <FailureGroups failures={data.failures} hours={hours} hasWorkflow={false} />
        </Panel>
      </div>
    </>
  );
}
