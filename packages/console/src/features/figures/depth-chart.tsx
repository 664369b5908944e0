import type { Span } from '../../api/queries/overview.ts';
import type { Performance } from '../../api/queries/performance.ts';
import { depthsOf } from './chart-buckets.ts';
import { TimeChart } from './time-chart.tsx';

interface DepthChartProps {
  span: Span;
  depth: Performance['depth'];
  now: number;
}

/** How many sessions waited and ran, over time. */
export function DepthChart({ span, depth, now }: DepthChartProps) {
  const points = depthsOf(depth, span, now);
  return (
    <TimeChart
      caption="Queued and running"
      kind="lines"
      times={points.map(({ at }) => at)}
      series={[
        { label: 'Queued', tone: 'wait', values: points.map(({ waiting }) => waiting) },
        { label: 'Running', tone: 'busy', values: points.map(({ running }) => running) },
      ]}
    />
  );
}
