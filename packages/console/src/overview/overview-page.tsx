import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { overviewQuery, type Span } from '../api/queries/overview.ts';
import { performanceQuery } from '../api/queries/performance.ts';
import { texts } from '../texts/overview.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import { useNow } from '../ui/time.tsx';
import { bucketsOf } from './chart-buckets.ts';
import { ExecutorLoads } from './executor-loads.tsx';
import { FailureGroups } from './failure-groups.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import classes from './overview-page.module.css';
import { WorkflowTimes } from './workflow-times.tsx';

const SessionsChart = lazy(async () => ({ default: (await import('./sessions-chart.tsx')).SessionsChart }));
const DepthChart = lazy(async () => ({ default: (await import('./depth-chart.tsx')).DepthChart }));

const SPAN_CHOICES = [
  { value: 'hour', label: texts.hour },
  { value: 'day', label: texts.day },
];

/** What happens, where, and how slow it is: the organization's production sessions, refreshed every few seconds. */
export function OverviewPage() {
  const [span, setSpan] = useState<Span>('hour');
  const overview = useQuery({ ...overviewQuery(span), placeholderData: keepPreviousData });
  const performance = useQuery({ ...performanceQuery(span), placeholderData: keepPreviousData });
  const now = useNow();
  if (overview.isPending) return <PageLoader />;
  if (overview.isError) {
    return (
      <Page title={texts.overview}>
        <ErrorNotice error={overview.error} onRetry={() => void overview.refetch()} />
      </Page>
    );
  }

  const { perMinute, executors } = overview.data;
  const { sampled } = performance.data ?? {};
  return (
    <Page
      title={texts.overview}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={texts.timeRange}
          data={SPAN_CHOICES}
          value={span}
          onChange={(value) => setSpan(value as Span)}
        />
      }
    >
      <OverviewFigures span={span} overview={overview.data} performance={performance.data} now={now} />
      <div className={classes.panels}>
        <Panel
          title={span === 'hour' ? texts.sessionsPerMinute : texts.sessionsPerHalfHour}
          description={texts.byEndTime}
        >
          <Suspense fallback={<div className={classes.chart} />}>
            <SessionsChart span={span} buckets={bucketsOf(perMinute, span, now)} />
          </Suspense>
        </Panel>
        <Panel title={texts.sessionsWaitingAndRunning} description={texts.atSomeMomentOfEach}>
          <Suspense fallback={<div className={classes.chart} />}>
            <DepthChart span={span} depth={performance.data?.depth ?? []} now={now} />
          </Suspense>
        </Panel>
      </div>
      <div className={classes.below}>
        {performance.isError && <ErrorNotice error={performance.error} onRetry={() => void performance.refetch()} />}
        <Panel
          title={texts.failuresByError}
          {...(sampled?.complete === false ? { description: texts.ofTheNewest(sampled.count) } : {})}
          actions={<Link to="/sessions?status=FAILED">{texts.all}</Link>}
          flush
        >
          <FailureGroups failures={performance.data?.failures ?? []} hours={span === 'hour' ? '1' : '24'} />
        </Panel>
        <Panel title={texts.workflows} description={texts.busiestFirst} flush>
          <WorkflowTimes workflows={performance.data?.workflows ?? []} />
        </Panel>
        <Panel title={texts.executors} description={texts.sharedByAll} flush>
          <ExecutorLoads executors={executors} />
        </Panel>
      </div>
    </Page>
  );
}
