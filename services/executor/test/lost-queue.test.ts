import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWithRedis, RestartableRedis, waitFor } from '@workflow/test-harness';
import { openExecutorFixture, type ExecutorFixture } from './executor-fixture.ts';

describeWithRedis('a Redis that loses everything', () => {
  let redis: RestartableRedis;
  let fixture: ExecutorFixture;

  beforeEach(async () => {
    redis = await RestartableRedis.start();
    fixture = await openExecutorFixture(redis.url);
  });
  afterEach(async () => {
    await fixture.stop();
    await redis.remove();
  });

  test('its sessions are rescued immediately, and each of them ends', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    await fixture.start(
      async () => {
        begun += 1;
        await gate;
        return { kind: 'succeeded', output: null, steps: [] };
      },
      { concurrency: 2 },
    );
    const sessions = await Promise.all(Array.from({ length: 50 }, () => fixture.accept({ enqueue: true })));
    await fixture.producer.add(
      sessions.map(({ id, organizationId }) => ({ sessionId: id, organizationId, enqueueNumber: 1 })),
    );
    await waitFor(() => begun === 2);
    await redis.command('FLUSHALL');
    release();
    const ended = (): Promise<number> =>
      fixture.store.sessions.queries.ended(sessions.map(({ id }) => id)).then((rows) => rows.length);
    await waitFor(async () => (await ended()) === 50);
    expect(begun).toBe(50);
    expect(await fixture.producer.hasEpoch()).toBe(true);
  });
});
