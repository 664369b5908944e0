import { setImmediate as nextSlice, setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createMetrics } from './metrics.ts';

test('every series is labelled with the service, and the names of this repository start with workflow_', async () => {
  const metrics = createMetrics('sample', '1.2.3');
  metrics.counter('workflow_samples_total', 'Samples', ['kind']).inc({ kind: 'a' });
  metrics.gauge('workflow_temperature', 'Read when scraped', () => 21);
  metrics.histogram('workflow_sample_seconds', 'Times', { buckets: [1, 2] }).observe(1.5);
  const text = await metrics.registry.metrics();
  expect(text).toContain('workflow_samples_total{kind="a",service="sample"} 1');
  expect(text).toContain('workflow_temperature{service="sample"} 21');
  expect(text).toContain('workflow_sample_seconds_bucket{le="2",service="sample"} 1');
  expect(text).toContain('workflow_build_info{version="1.2.3",service="sample"} 1');
  const names = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  expect(names.filter((name) => !/^(workflow|process|nodejs)_/.test(name))).toEqual([]);
});

test('delays of the main loop are measured, however short, but not the time that it waits', async () => {
  const { registry } = createMetrics('sample');
  await nextSlice();
  // The first turns are those that load the test's file.
  await registry.metrics();
  // Longer than a busy machine lets a process wait.
  await pause(2_000);
  const idle = delaysOf(await registry.metrics());
  expect(idle.p50).toBeLessThan(1.9);
  expect(idle.max).toBeLessThan(1.9);
  spend(30);
  await nextSlice();
  await nextSlice();
  const late = delaysOf(await registry.metrics());
  expect(late.max).toBeGreaterThanOrEqual(0.03);
});

test('what prom-client reports about the main loop, with its sampling interval, is left out', async () => {
  expect(await createMetrics('sample').registry.metrics()).not.toMatch(/quantile|nodejs_eventloop_lag/);
});

/** Reads the delays of the last scrape, in seconds. */
function delaysOf(text: string): { p50: number; max: number } {
  const read = (figure: string): number =>
    Number(new RegExp(`^workflow_event_loop_delay_${figure}_seconds\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]);
  return { p50: read('p50'), max: read('max') };
}

function spend(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
