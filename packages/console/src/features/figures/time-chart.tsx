import 'uplot/dist/uPlot.min.css';
import { useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import uPlot from 'uplot';
import { type ChartSeries, ChartValues, type Pointed } from './chart-values.tsx';
import { clockOf } from './clock-of.ts';
import toneClasses from './series-tone.module.css';
import classes from './time-chart.module.css';
import { formatNumber } from '../../ui/format-number.ts';

const HEIGHT = 240;

interface TimeChartProps {
  /** Describes the numbers, for the table with the same content. */
  caption: string;
  kind: 'stacked bars' | 'lines';
  /** Milliseconds since the epoch, one for each value. */
  times: readonly number[];
  /** Stacked from the last one at the bottom to the first one at the top. */
  series: readonly ChartSeries[];
  /** The page that shows the sessions behind the values at an index. */
  hrefAt?: (index: number) => string;
}

/** Numbers over time; the canvas copies colours, so it is drawn again when the colour scheme changes. */
export function TimeChart(props: TimeChartProps) {
  const { colorScheme } = useMantineColorScheme();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  const { caption, times, series, hrefAt } = props;
  const rows = times.flatMap((time, index) =>
    series.some(({ values }) => (values[index] ?? 0) > 0) ? [{ time, index }] : [],
  );
  return (
    <figure className={classes.figure}>
      <Plot key={`${colorScheme} ${systemIsDark}`} {...props} />
      <figcaption className={classes.legend}>
        {series.map(({ label, tone }) => (
          <span key={label} className={toneClasses.series} data-tone={tone}>
            {label}
          </span>
        ))}
      </figcaption>
      <details className={classes.details}>
        <summary>Show as table</summary>
        <table className={classes.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, index }) => (
              <tr key={time}>
                <th scope="row">{hrefAt ? <Link to={hrefAt(index)}>{clockOf(time)}</Link> : clockOf(time)}</th>
                {series.map(({ label, values }) => (
                  <td key={label}>{formatNumber(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Plot({ kind, times, series, hrefAt }: TimeChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const navigate = useNavigate();
  const open = useRef<(index: number) => void>(undefined);
  useEffect(() => {
    // A bar without height has no sessions to show.
    open.current = (index) => {
      if (hrefAt && series.some(({ values }) => (values[index] ?? 0) > 0)) void navigate(hrefAt(index));
    };
  });
  const tones = series.map(({ tone }) => tone).join(' ');

  useEffect(() => {
    const element = host.current as HTMLDivElement;
    const parts = tones.split(' ');
    const created = new uPlot(
      optionsFor(element.clientWidth, kind, parts),
      [[], ...parts.map(() => [])] as unknown[] as uPlot.AlignedData,
      element,
    );
    chart.current = created;
    created.hooks.setCursor = [() => setPointed(pointedAt(created))];
    created.over.addEventListener('click', ({ offsetX }) => open.current?.(created.posToIdx(offsetX)));
    const resize = new ResizeObserver(() => created.setSize({ width: element.clientWidth, height: HEIGHT }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      created.destroy();
    };
  }, [kind, tones]);

  useEffect(() => {
    const shown = series.map(({ values }, place) =>
      kind === 'lines'
        ? [...values]
        : values.map((_, index) => series.slice(place).reduce((sum, one) => sum + (one.values[index] ?? 0), 0)),
    );
    chart.current?.setData([times.map((time) => time / 1000), ...shown]);
  }, [kind, times, series]);

  return (
    <div aria-hidden className={classes.plot} data-clickable={hrefAt !== undefined}>
      <div ref={host} />
      {pointed && <ChartValues {...pointed} times={times} series={series} />}
    </div>
  );
}

/** The values nearest to the pointer, and where they are drawn; null if it is elsewhere. */
function pointedAt(chart: uPlot): Pointed | null {
  const { idx, left = -1 } = chart.cursor;
  const time = chart.data[0][idx ?? -1];
  if (idx === null || idx === undefined || time === undefined || left < 0) return null;
  return { index: idx, x: chart.over.offsetLeft + chart.valToPos(time, 'x'), width: chart.width };
}

function optionsFor(width: number, kind: TimeChartProps['kind'], tones: readonly string[]): uPlot.Options {
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--ink-soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
  };
  const bars = kind === 'lines' ? undefined : uPlot.paths.bars?.({ size: [0.7, 14], radius: 0.15 });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      // The first and the last bar are drawn whole.
      x: { range: (chart, min, max) => withMargin(min, max, bars ? chart.data[0].length : 0) },
      y: { range: (_chart, _min, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        space: 70,
        values: (_chart, ticks) => ticks.map((tick) => clockOf(tick * 1000)),
      },
      { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000] },
    ],
    series: [
      {},
      ...tones.map((tone) => ({
        stroke: colour(`--${tone}`),
        points: { show: false },
        ...(bars ? { fill: colour(`--${tone}`), width: 0, paths: bars } : { width: 2 }),
      })),
    ],
  };
}

/** Room for half a bar at both ends of that many bars. */
function withMargin(min: number, max: number, bars: number): [number, number] {
  const half = bars > 1 ? (max - min) / (bars - 1) / 2 : 0;
  return [min - half, max + half];
}
