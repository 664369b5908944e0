import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Span } from '../../api/queries/overview.ts';
import { workflowPerformanceQuery } from '../../api/queries/performance.ts';
import { bucketsOf } from '../../features/figures/chart-buckets.ts';
import { DepthChart } from '../../features/figures/depth-chart.tsx';
import { FailureGroups, sampleNote } from '../../features/figures/failure-groups.tsx';
import { Figure } from '../../features/figures/figure.tsx';
import classes from '../../features/figures/figure-panels.module.css';
import { SessionsChart } from '../../features/figures/sessions-chart.tsx';
import { shareOf } from '../../features/figures/share-of.ts';
import { TimeFigures } from '../../features/figures/time-figures.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plural } from '../../ui/plural.ts';
import { useNow } from '../../ui/time.tsx';
import { formatNumber } from '../../ui/format-number.ts';

/** Shows how many sessions of the workflow succeed, how long they wait and run, and why they fail. */
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
  const ofTheNewest = sampleNote(data);
  const sessions = (filter: Record<string, string>) =>
    `/sessions?${new URLSearchParams({ mode: 'PROD', workflowId, time: hours, ...filter })}`;
  return (
    <>
      <div className={classes.figures}>
        <Figure label="Running" value={formatNumber(running)} to={sessions({ status: 'RUNNING' })} />
        <Figure label="Queued" value={formatNumber(waiting)} to={sessions({ status: 'QUEUED' })} />
        <Figure
          label="Waiting"
          value={formatNumber(sleeping)}
          note="Paused until a delay ends, a retry, an approval, a callback or a child session"
          to={sessions({ status: 'WAITING' })}
        />
        <Figure
          label="Succeeded"
          value={shareOf(data.perMinute)}
          note={plural(ended, { one: '1 session ended', other: `${formatNumber(ended)} sessions ended` })}
          to={sessions({})}
        />
        <TimeFigures performance={data} />
      </div>
      <div className={classes.panels}>
        <Panel
          title="Sessions that ended"
          {...ofTheNewest}
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Time range"
              data={[
                { value: 'hour', label: 'Last hour' },
                { value: 'day', label: 'Last day' },
              ]}
              value={span}
              onChange={(value) => setSpan(value as Span)}
            />
          }
        >
          <SessionsChart span={span} buckets={bucketsOf(data.perMinute, span, now)} workflowId={workflowId} />
        </Panel>
        <Panel title="Queued and running" {...ofTheNewest}>
          <DepthChart span={span} depth={data.depth} now={now} />
        </Panel>
      </div>
      <div className={classes.below}>
        <Panel title="Failures by error" flush>
          <FailureGroups failures={data.failures} hours={hours} hasWorkflow={false} />
        </Panel>
      </div>
    </>
  );
}
