import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { executorsQuery, latestFailuresQuery, overviewQuery } from '../api/queries/overview.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formatDuration } from '../ui/format-time.ts';
import { Page } from '../ui/page.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import { useNow } from '../ui/time.tsx';
import { FailureList } from './failure-list.tsx';
import { Figure } from './figure.tsx';
import classes from './overview-page.module.css';
import { bucketsOf, type Span } from './chart-buckets.ts';

const SessionsChart = lazy(async () => ({ default: (await import('./sessions-chart.tsx')).SessionsChart }));

const SPAN_CHOICES = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
];

/** How the organization's sessions are going, renewed every few seconds. */
export function OverviewPage() {
  const [span, setSpan] = useState<Span>('hour');
  const overview = useQuery({ ...overviewQuery(span), placeholderData: keepPreviousData });
  const executors = useQuery(executorsQuery);
  const failures = useQuery(latestFailuresQuery);
  const now = useNow();
  if (overview.isPending) return <PageLoader />;
  if (overview.isError) {
    return (
      <Page title="Overview">
        <ErrorNotice error={overview.error} onRetry={() => void overview.refetch()} />
      </Page>
    );
  }

  const { waiting, running, oldestWaitingAt } = overview.data;
  const { perMinute } = overview.data;
  const ended = sum(perMinute, (bucket) => bucket.succeeded + bucket.failed + bucket.cancelled);
  const succeeded = sum(perMinute, (bucket) => bucket.succeeded);
  const failed = sum(perMinute, (bucket) => bucket.failed);
  const alive = executors.data?.filter((executor) => executor.alive) ?? [];
  return (
    <Page title="Overview">
      <div className={classes.figures}>
        <Figure label="Running" value={running.toLocaleString()} to="/sessions?status=RUNNING" />
        <Figure label="Waiting to start" value={waiting.toLocaleString()} note={oldestWaitingAt ? `oldest ${formatDuration(now - Date.parse(oldestWaitingAt))}` : 'none'} to="/sessions?status=QUEUED" />
        <Figure label={span === 'hour' ? 'Succeeded, last hour' : 'Succeeded, last day'} value={succeeded + failed === 0 ? '–' : `${((100 * succeeded) / (succeeded + failed)).toFixed(failed === 0 ? 0 : 1)} %`} note={`${ended.toLocaleString()} sessions ended`} />
        <Figure
          label="Executors alive"
          value={executors.data ? String(alive.length) : '–'}
          note={`${sum(alive, (executor) => executor.running)} of ${sum(alive, (executor) => executor.concurrency)} places busy`}
          alarming={executors.data !== undefined && alive.length === 0}
        />
      </div>
      <div className={classes.panels}>
        <Panel
          title={span === 'hour' ? 'Sessions per minute' : 'Sessions per half hour'}
          description="By when they ended"
          actions={<SegmentedControl size="xs" aria-label="Span of time" data={SPAN_CHOICES} value={span} onChange={(value) => setSpan(value as Span)} />}
        >
          <Suspense fallback={<div className={classes.chart} />}>
            <SessionsChart buckets={bucketsOf(perMinute, span, now)} />
          </Suspense>
        </Panel>
        <Panel title="Latest failures" actions={<Link to="/sessions?status=FAILED">All</Link>}>
          <FailureList sessions={failures.data ?? []} />
        </Panel>
      </div>
    </Page>
  );
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
