import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@workflow/test-harness';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { startMetricsServer, type MetricsServer } from './metrics-server.ts';

let server: MetricsServer | null = null;
let url = '';

beforeAll(async () => {
  const { registry, counter, histogram } = createMetrics('sample');
  counter('workflow_samples_total', 'Samples', ['kind']).inc({ kind: 'a' }, 3);
  histogram('workflow_sample_seconds', 'Times', { buckets: [1, 2] }).observe(1.5);
  const port = await freePort();
  const logger = createLogger({ service: 'sample', level: 'silent' });
  server = await startMetricsServer({ port, host: '127.0.0.1', registry, logger });
  url = `http://127.0.0.1:${port}/metrics`;
});
afterAll(() => server?.close());

async function linesOf(query: string): Promise<string[]> {
  const answer = await fetch(url + query);
  expect(answer.status).toBe(200);
  return (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('serves all metrics, or only those that are named', async () => {
  const samples = 'workflow_samples_total{kind="a",service="sample"} 3';
  const all = await linesOf('');
  expect(all).toContain(samples);
  expect(all).toContainEqual(expect.stringMatching(/^process_resident_memory_bytes/));
  expect(await linesOf('?name[]=workflow_samples_total')).toEqual([samples]);
  const both = await linesOf('?name[]=workflow_samples_total&name%5B%5D=workflow_sample_seconds');
  expect(both).toContain(samples);
  expect(both).toContain('workflow_sample_seconds_count{service="sample"} 1');
  expect(both.filter((line) => !line.startsWith('workflow_sample'))).toEqual([]);
});

test('unknown names give an empty page', async () => {
  expect(await linesOf('?name[]=constructor&name[]=workflow_others_total')).toEqual([]);
});
