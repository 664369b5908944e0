import 'uplot/dist/uPlot.min.css';
import { useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { Bucket } from './chart-buckets.ts';
import classes from './sessions-chart.module.css';

const HEIGHT = 240;

/** Ended sessions over time. The canvas is drawn anew for another colour scheme, whose colours it has copied. */
export function SessionsChart({ buckets }: { buckets: readonly Bucket[] }) {
  const { colorScheme } = useMantineColorScheme();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  return <Bars key={`${colorScheme} ${systemIsDark}`} buckets={buckets} />;
}

/** Stacked bars: failed below, succeeded above, with the same as a table for screen readers. */
function Bars({ buckets }: { buckets: readonly Bucket[] }) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);

  useEffect(() => {
    const element = host.current as HTMLDivElement;
    const created = new uPlot(optionsFor(element.clientWidth), [[], [], []], element);
    chart.current = created;
    const resize = new ResizeObserver(() => created.setSize({ width: element.clientWidth, height: HEIGHT }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      created.destroy();
    };
  }, []);

  useEffect(() => {
    const times = buckets.map((bucket) => bucket.at / 1000);
    const notSucceeded = buckets.map((bucket) => bucket.failed + bucket.cancelled);
    chart.current?.setData([times, buckets.map((bucket, index) => bucket.succeeded + (notSucceeded[index] as number)), notSucceeded]);
  }, [buckets]);

  const busiest = buckets.filter((bucket) => bucket.succeeded + bucket.failed + bucket.cancelled > 0);
  return (
    <figure className={classes.figure}>
      <div ref={host} aria-hidden />
      <figcaption className={classes.legend}>
        <span data-tone="good">Succeeded</span>
        <span data-tone="bad">Failed or cancelled</span>
      </figcaption>
      <table className={classes.table}>
        <caption>Sessions that ended</caption>
        <tbody>
          {busiest.map((bucket) => (
            <tr key={bucket.at}>
              <th scope="row">{new Date(bucket.at).toLocaleTimeString()}</th>
              <td>
                {bucket.succeeded} succeeded, {bucket.failed} failed, {bucket.cancelled} cancelled
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function optionsFor(width: number): uPlot.Options {
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(name).trim();
  const axis = { stroke: colour('--ink-soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: `12px ${getComputedStyle(document.body).fontFamily}` };
  const bars = uPlot.paths.bars?.({ size: [0.7, 14], radius: 0.15 });
  const paths = bars ? { paths: bars } : {};
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(4, Math.ceil(max * 1.1))] } },
    axes: [
      { ...axis, grid: { show: false }, space: 70, values: (_chart, ticks) => ticks.map((tick) => new Date(tick * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false })) },
      { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000] },
    ],
    series: [
      {},
      { fill: colour('--good'), stroke: colour('--good'), width: 0, points: { show: false }, ...paths },
      { fill: colour('--bad'), stroke: colour('--bad'), width: 0, points: { show: false }, ...paths },
    ],
  };
}
