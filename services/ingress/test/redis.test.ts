import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFailFastRedis } from '@workflow/session-queue';
import { describeWithRedis, testRedisUrl } from '@workflow/test-harness';
import { RateLimits } from '../src/limits/rate-limits.ts';
import { component, startTestIngress, type TestIngress } from './start-test-ingress.ts';

describeWithRedis('with Redis', () => {
  let ingress: TestIngress;

  beforeAll(async () => {
    ingress = await startTestIngress({ redisUrl: await testRedisUrl() });
  });

  afterAll(() => ingress?.stop());

  test('a run is accepted, and the queue is reported as reachable', async () => {
    const input = component('input', { placeholders: [] });
    const workflowId = await ingress.workflow([input]);
    expect((await ingress.run({ workflowId, componentId: input.id })).status).toBe(200);
    expect((await ingress.request('GET', '/readyz')).body.checks).toEqual({
      postgres: 'reachable',
      queue: 'reachable',
    });
  });

  test('the rate limit of a webhook applies across replicas', async () => {
    const hook = component('webhook', { rateLimit: { perMinute: 2 } }, 'request');
    const workflowId = await ingress.workflow([hook]);
    const token = await ingress.token(workflowId, hook.id);
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push(
        (
          await ingress.request('POST', `/webhook/${workflowId}`, {
            body: 'x',
            headers: { token, 'content-type': 'text/plain' },
          })
        ).status,
      );
    expect(statuses).toEqual([202, 202, 429]);
    const redis = createFailFastRedis({ kind: 'standalone', url: await testRedisUrl() }, 'test', () => undefined);
    await once(redis, 'ready');
    const otherReplica = new RateLimits(redis);
    const { waitSeconds } = await otherReplica.take('webhook', `${workflowId}:${hook.id}`, { perMinute: 2 });
    expect(waitSeconds).toBeGreaterThan(0);
    otherReplica.close();
  });
});
