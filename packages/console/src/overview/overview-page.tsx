import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
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
import { loadPart } from '../ui/load-part.tsx';

const SessionsChart = loadPart(async () => (await import('./sessions-chart.tsx')).SessionsChart);
const DepthChart = loadPart(async () => (await import('./depth-chart.tsx')).DepthChart);

const SPAN_CHOICES = [
  { value: 'hour', label: texts.lastHour },
  { value: 'day', label: texts.lastDay },
];

/** Figures of the organization's production sessions, refreshed every few seconds. */
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
  const { data: figures } = performance;
  // Until the figures are known, nothing says that there are no failures.
  const read = (content: (known: NonNullable<typeof figures>) => ReactNode) =>
    figures ? content(figures) : performance.isPending && <p className={classes.none}>{texts.loading}</p>;
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
            {read(({ depth }) => (
              <DepthChart span={span} depth={depth} now={now} />
            ))}
          </Suspense>
        </Panel>
      </div>
      <div className={classes.below}>
        {performance.isError && <ErrorNotice error={performance.error} onRetry={() => void performance.refetch()} />}
        <Panel
          title={texts.failuresByError}
          {...(figures?.sampled.complete === false ? { description: texts.ofTheNewest(figures.sampled.count) } : {})}
          actions={<Link to="/sessions?mode=PROD&status=FAILED">{texts.all}</Link>}
          flush
        >
          {read(({ failures }) => (
            <FailureGroups failures={failures} hours={span === 'hour' ? '1' : '24'} />
          ))}
        </Panel>
        <Panel title={texts.workflows} description={texts.busiestFirst} flush>
          {read(({ workflows }) => (
            <WorkflowTimes workflows={workflows} />
          ))}
        </Panel>
        <Panel title={texts.executors} description={texts.sharedByAll} flush>
          <ExecutorLoads executors={executors} />
        </Panel>
      </div>
    </Page>
  );
}
