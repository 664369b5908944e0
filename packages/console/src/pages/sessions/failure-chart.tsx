import { formatDateTime } from '../../ui/format-time.ts';
import classes from './failure-chart.module.css';
import { formatNumber } from '../../ui/format-number.ts';

const HEIGHT = 20;
const BAR = 3;
const GAP = 1;

interface FailureChartProps {
  /** Failures in equal parts of the time from `firstAt` to `lastAt`. */
  counts: readonly number[];
  firstAt: string;
  lastAt: string;
}

/** Shows when the failures of a group occurred. */
export function FailureChart({ counts, firstAt, lastAt }: FailureChartProps) {
  const highest = Math.max(1, ...counts);
  const width = counts.length * (BAR + GAP);
  const span = `from ${formatDateTime(firstAt)} to ${formatDateTime(lastAt)}`;
  const label = `Failures ${span}, at most ${formatNumber(highest)} at a time`;
  const bars = counts.map((count, index) => ({
    x: index * (BAR + GAP),
    height: count === 0 ? 1 : Math.max(2, Math.round((HEIGHT * count) / highest)),
  }));
  return (
    <svg className={classes.chart} role="img" aria-label={label} width={width} height={HEIGHT}>
      {bars.map(({ x, height }) => (
        <rect key={x} x={x} y={HEIGHT - height} width={BAR} height={height} />
      ))}
    </svg>
  );
}
