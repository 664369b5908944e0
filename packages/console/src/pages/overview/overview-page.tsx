import '@mantine/core/styles/SegmentedControl.layer.css';
import { Alert, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { overviewQuery, type Span } from '../../api/queries/overview.ts';
import { performanceQuery } from '../../api/queries/performance.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/time.tsx';
import { bucketsOf } from '../../features/figures/chart-buckets.ts';
import { ExecutorLoads } from './executor-loads.tsx';
import { FailureGroups, sampleNote } from '../../features/figures/failure-groups.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import classes from '../../features/figures/figure-panels.module.css';
import { BackoffNotice } from './backoff-notice.tsx';
import { WorkflowTimes } from './workflow-times.tsx';
import { loadPart } from '../../ui/load-part.tsx';

const SessionsChart = loadPart(async () => (await import('../../features/figures/sessions-chart.tsx')).SessionsChart);
const DepthChart = loadPart(async () => (await import('../../features/figures/depth-chart.tsx')).DepthChart);

const Gallery = loadPart(async () => (await import('../../features/gallery/gallery.tsx')).Gallery);
/** One row of cards on a wide screen. */
const FIRST_TEMPLATES = 4;

const SPAN_CHOICES = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last day' },
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
      <Page title="Overview">
        <ErrorNotice error={overview.error} onRetry={() => void overview.refetch()} />
      </Page>
    );
  }

  const { perMinute, executors, poolsWithoutExecutor, backoffs } = overview.data;
  const { data: figures } = performance;
  // Until the figures are known, the page does not claim that there are no failures.
  const read = (content: (known: NonNullable<typeof figures>) => ReactNode) =>
    figures ? content(figures) : performance.isPending && <Loading />;
  return (
    <Page
      title="Overview"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Time range"
          data={SPAN_CHOICES}
          value={span}
          onChange={(value) => setSpan(value as Span)}
        />
      }
    >
      {executors.length === 0 && (
        <Alert color="red" variant="light" title="No executor is running" role="alert" mb="md">
          Sessions are accepted and wait until the operator of this service starts an executor.
        </Alert>
      )}
      {executors.length > 0 && poolsWithoutExecutor.length > 0 && (
        <Alert color="red" variant="light" title="Sessions wait in a pool without executors" role="alert" mb="md">
          No executor of {poolsWithoutExecutor.join(', ')} is running. The sessions start when the operator of this
          service starts one.
        </Alert>
      )}
      <BackoffNotice backoffs={backoffs} />
      {perMinute.length === 0 && (
        <div className={classes.first}>
          <TemplatesPanel />
        </div>
      )}
      <OverviewFigures span={span} overview={overview.data} performance={performance.data} now={now} />
      <div className={classes.panels}>
        <Panel
          title={span === 'hour' ? 'Sessions per minute' : 'Sessions per half hour'}
          description="By end time. Click a bar to see its sessions."
        >
          <Suspense fallback={<div className={classes.chart} />}>
            <SessionsChart span={span} buckets={bucketsOf(perMinute, span, now)} />
          </Suspense>
        </Panel>
        <Panel title="Queued and running" description="Counted once a minute">
          <Suspense fallback={<div className={classes.chart} />}>
            {read(({ depth }) => (
              <DepthChart span={span} depth={depth} now={now} />
            ))}
          </Suspense>
        </Panel>
      </div>
      {/* Later than what is above: nothing that is shown moves down when the figures arrive. */}
      <div className={classes.below} hidden={performance.isPending}>
        {performance.isError && <ErrorNotice error={performance.error} onRetry={() => void performance.refetch()} />}
        <Panel
          title="Failures by error"
          {...sampleNote(figures)}
          actions={<Link to="/sessions?mode=PROD&status=FAILED">All</Link>}
          flush
        >
          {read(({ failures }) => (
            <FailureGroups failures={failures} hours={span === 'hour' ? '1' : '24'} />
          ))}
        </Panel>
        <Panel title="Workflows" description="Most sessions first" flush>
          {read(({ workflows }) => (
            <WorkflowTimes workflows={workflows} />
          ))}
        </Panel>
        <Panel title="Executors" description="Shared by all organizations, busiest first" flush>
          <ExecutorLoads executors={executors} />
        </Panel>
      </div>
      {perMinute.length > 0 && !performance.isPending && (
        <div className={classes.below}>
          <TemplatesPanel />
        </div>
      )}
    </Page>
  );
}

/** Appears first where nothing has run yet, else below all figures. */
function TemplatesPanel() {
  return (
    <Panel title="Start from a template" actions={<Link to="/templates">All templates</Link>}>
      <PartBoundary fallback={<PageLoader />}>
        <Gallery first={FIRST_TEMPLATES} />
      </PartBoundary>
    </Panel>
  );
}

/** As high as the chart that takes its place. */
function Loading() {
  return (
    <div className={classes.chart}>
      <p className={classes.none}>Loading…</p>
    </div>
  );
}
