import type { Performance } from '../../api/queries/performance.ts';
import { formatDuration } from '../../ui/format-time.ts';
import { Figure } from './figure.tsx';

/** How long sessions wait to start and run: the median, and what 95 in 100 stay below. */
export function TimeFigures({ performance }: { performance: Performance | undefined }) {
  const figure = (label: string, times: Performance['waitingMs'] | undefined) => (
    <Figure
      label={label}
      value={times ? formatDuration(times.p50) : '–'}
      note={times ? `95% within ${formatDuration(times.p95)}` : 'No sessions'}
    />
  );
  return (
    <>
      {figure('Median wait to start', performance?.waitingMs)}
      {figure('Median run time', performance?.runningMs)}
    </>
  );
}
