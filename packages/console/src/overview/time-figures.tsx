import type { Performance } from '../api/queries/performance.ts';
import { texts } from '../texts/overview.ts';
import { formatDuration } from '../ui/format-time.ts';
import { Figure } from './figure.tsx';

/** How long sessions wait to start and run: the median, and what 95 in 100 stay below. */
export function TimeFigures({ performance }: { performance: Performance | undefined }) {
  const figure = (label: string, times: Performance['waitingMs'] | undefined) => (
    <Figure
      label={label}
      value={times ? formatDuration(times.p50) : '–'}
      note={times ? texts.percentile95(formatDuration(times.p95)) : texts.withoutSessions}
    />
  );
  return (
    <>
      {figure(texts.waitedToStartMedian, performance?.waitingMs)}
      {figure(texts.ranForMedian, performance?.runningMs)}
    </>
  );
}
