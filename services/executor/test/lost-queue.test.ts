import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWithRedis, startRedisServer, waitFor, type TestServer } from '@workflow/test-harness';
import { once } from 'node:events';
import { connect } from 'node:net';
import { openExecutorFixture, type ExecutorFixture } from './executor-fixture.ts';

/** Redis takes commands as lines of text; only the queue's package knows its client. */
async function flushAll(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('FLUSHALL\r\n');
  await once(socket, 'data');
  socket.destroy();
}

describeWithRedis('a Redis that loses everything', () => {
  let redis: TestServer;
  let fixture: ExecutorFixture;

  beforeEach(async () => {
    redis = await startRedisServer();
    fixture = await openExecutorFixture(redis.url);
  });
  afterEach(async () => {
    await fixture.stop();
    await redis.stop();
  });

  test('its sessions are offered again at once, and every one ends', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    await fixture.start(async () => {
      begun += 1;
      await gate;
      return { kind: 'succeeded', output: null, steps: [] };
    }, { concurrency: 2 });
    const sessions = await Promise.all(Array.from({ length: 50 }, () => fixture.accept({ enqueue: true })));
    await fixture.producer.add(sessions.map(({ id, organizationId }) => ({ sessionId: id, organizationId, dispatch: 1 })));
    await waitFor(() => begun === 2);
    await flushAll(redis.url);
    release();
    const ended = (): Promise<number> => fixture.store.sessions.readEnded(sessions.map(({ id }) => id)).then((rows) => rows.length);
    await waitFor(async () => (await ended()) === 50);
    expect(begun).toBe(50);
    expect(await fixture.producer.hasEpoch()).toBe(true);
  });
});
