import { expect, test } from '@jest/globals';
import { createMetrics } from '@workflow/service-runtime';
import { documentedMetrics, registeredMetrics } from '@workflow/test-harness';
import { createIngressMetrics } from './ingress-metrics.ts';

test('docs/metrics.md lists every metric of ingress with its type and labels, and no other', () => {
  const metrics = createIngressMetrics(createMetrics('ingress'));
  metrics.watchPool(() => ({ used: 0, idle: 0, waiting: 0 }));
  metrics.watch({
    admissionQuota: () => 0,
    circuitOpen: () => false,
    unconfirmedJobs: () => 0,
    carriedBytes: () => 0,
    waits: () => 0,
    cachesTrusted: () => true,
    unsentBytes: () => 0,
    load: () => Promise.reject(new Error('nobody asks')),
    blockedTurns: () => Promise.reject(new Error('nobody asks')),
  });
  expect(documentedMetrics('ingress')).toEqual(registeredMetrics(metrics.registry));
});
