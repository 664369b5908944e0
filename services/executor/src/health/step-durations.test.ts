import { expect, test } from '@jest/globals';
import { createMetrics } from '@workflow/service-runtime';
import type { StepRecord } from '@workflow/session-store';
import { createExecutorMetrics } from './executor-metrics.ts';
import { createStepDurations } from './step-durations.ts';

test('counts finished steps by the type of their component', async () => {
  const metrics = createExecutorMetrics(createMetrics('test'));
  const durations = createStepDurations(metrics.stepSeconds);
  durations.learn({ components: [{ id: 'a', type: 'http-request', config: {} }], connections: [] });
  const step = (componentId: string, finishedMs: number | null): StepRecord => ({
    componentId,
    run: 1,
    iteration: 0,
    attempt: 1,
    status: finishedMs === null ? 'RUNNING' : 'SUCCEEDED',
    port: null,
    input: null,
    output: null,
    error: null,
    startedAt: new Date(1_000),
    finishedAt: finishedMs === null ? null : new Date(finishedMs),
  });
  durations.observe([step('a', null), step('a', 3_000), step('gone', 1_000)]);
  const { values } = await metrics.stepSeconds.get();
  const sums = values
    .filter(({ metricName }) => metricName === 'workflow_step_duration_seconds_sum')
    .map(({ labels, value }) => [labels['type'], labels['status'], value]);
  expect(sums).toEqual([
    ['http-request', 'SUCCEEDED', 2],
    ['unknown', 'SUCCEEDED', 0],
  ]);
});
