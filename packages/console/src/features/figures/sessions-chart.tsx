import type { Span } from '../../api/queries/overview.ts';
import { type Bucket, bucketMs } from './chart-buckets.ts';
import { TimeChart } from './time-chart.tsx';

interface SessionsChartProps {
  span: Span;
  buckets: readonly Bucket[];
  /** Shows the sessions of this workflow alone. */
  workflowId?: string;
}

/** Ended sessions over time; a bar opens the sessions behind it. */
export function SessionsChart({ span, buckets, workflowId }: SessionsChartProps) {
  const hrefAt = (index: number) => {
    const { at } = buckets[index] as Bucket;
    const [since, until] = [at, at + bucketMs(span)].map((time) => new Date(time).toISOString());
    return `/sessions?${new URLSearchParams({
      mode: 'PROD',
      time: 'ended',
      since: since ?? '',
      until: until ?? '',
      ...(workflowId === undefined ? {} : { workflowId }),
    })}`;
  };
  return (
    <TimeChart
      caption="Sessions that ended"
      kind="stacked bars"
      times={buckets.map(({ at }) => at)}
      series={[
        { label: 'Succeeded', tone: 'good', values: buckets.map(({ succeeded }) => succeeded) },
        { label: 'Failed', tone: 'bad', values: buckets.map(({ failed }) => failed) },
        { label: 'Cancelled', tone: 'idle', values: buckets.map(({ cancelled }) => cancelled) },
      ]}
      hrefAt={hrefAt}
    />
  );
}
