import { clockOf } from './clock-of.ts';
import classes from './chart-values.module.css';
import toneClasses from './series-tone.module.css';
import { formatNumber } from '../../ui/format-number.ts';

export interface ChartSeries {
  label: string;
  tone: 'good' | 'bad' | 'busy' | 'wait' | 'idle';
  values: readonly number[];
}

export interface Pointed {
  /** Index of the pointed values. */
  index: number;
  /** Pixels from the left of the chart, and its width. */
  x: number;
  width: number;
}

interface ChartValuesProps extends Pointed {
  /** Milliseconds since the epoch. */
  times: readonly number[];
  series: readonly ChartSeries[];
}

/** Shows the time and the values at the pointer. */
export function ChartValues({ index, x, width, times, series }: ChartValuesProps) {
  const time = times[index];
  if (time === undefined) return null;
  return (
    <div className={classes.values} data-side={x > width / 2 ? 'left' : 'right'} style={{ left: x }}>
      <strong>{clockOf(time)}</strong>
      {series.map(({ label, tone, values }) => (
        <span key={label} className={toneClasses.series} data-tone={tone}>
          {label} <b>{formatNumber(values[index] ?? 0)}</b>
        </span>
      ))}
    </div>
  );
}
