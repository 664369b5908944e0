import { expect, test } from '@jest/globals';
import { createMetrics } from '@workflow/service-runtime';
import { documentedMetrics, registeredMetrics } from '@workflow/test-harness';
import { createExecutorMetrics } from './executor-metrics.ts';

test('docs/metrics.md lists every metric of executors with its type and labels, and no other', () => {
  const metrics = createExecutorMetrics(createMetrics('executor'));
  metrics.watchPool(() => ({ used: 0, idle: 0, waiting: 0 }));
  metrics.watchBackoffs(() => ({ events: 0 }));
  metrics.watchPools(() => new Map([['default', { inFlight: 0, backlogged: false }]]));
  metrics.watch({ running: () => 0, slots: () => 0, waiting: () => null, carriedBytes: () => 0 });
  expect(documentedMetrics('executor')).toEqual(registeredMetrics(metrics.registry));
});
