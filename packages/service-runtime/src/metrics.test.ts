import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createMetrics } from './metrics.ts';

const GIVE_UP_MS = 20_000;

test('every series is labelled with the service, and our own names start with workflow_', async () => {
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

test('an idle loop is not late: its figures do not contain the interval of the samples', async () => {
  const { registry } = createMetrics('sample');
  const histogram = monitorEventLoopDelay({ resolution: 50 });
  histogram.enable();
  await waitUntil(() => histogram.count >= 5);
  histogram.disable();
  const text = await registry.metrics();
  const [, late] = /^workflow_event_loop_delay_p50_seconds\{[^}]*\} (\S+)$/m.exec(text) ?? [];
  expect(Number(late)).toBeLessThan(0.045);
  expect(text).not.toMatch(/quantile|nodejs_eventloop_lag/);
});

/** Turn after turn, without a timer that would make the loop late. */
async function waitUntil(condition: () => boolean): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  while (!condition()) {
    if (performance.now() > until) throw new Error(`not within ${GIVE_UP_MS} ms`);
    await nextTurn();
  }
}
