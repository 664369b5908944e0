import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, describeEachBackend, waitFor, type TestDatabase } from '@workflow/test-harness';
import { createNotifications, type SessionNotification, type SessionQueueOptions } from './index.ts';
import { testQueueOptions } from '../test/test-queue-options.ts';

const [KEY, OTHER_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describeEachBackend('notifications that sessions ended', (backend) => {
  let database: TestDatabase;
  let options: SessionQueueOptions;
  let closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    options = await testQueueOptions(backend, database);
  });
  afterEach(async () => {
    for (const close of closing.reverse()) await close();
    closing = [];
  });
  afterAll(() => database.drop());

  /** Opens a subscriber of `ingress` and a publisher that reaches it, with their keys. */
  async function openNotifications(ingress: string, { executorKeys = [KEY], ingressKeys = [KEY] } = {}) {
    const listening = createNotifications(options, ingressKeys);
    const publishing = createNotifications(options, executorKeys);
    closing.push(
      () => listening.close(),
      () => publishing.close(),
    );
    const received: SessionNotification[] = [];
    await listening.subscribe(ingress, (notifications) => void received.push(...notifications));
    const ready = randomUUID();
    // Notifications are best effort: the first may be published before the subscription is ready.
    await waitFor(() => {
      publishing.publish(ingress, [{ sessionId: ready }]);
      return received.some(({ sessionId }) => sessionId === ready);
    });
    const otherNotifications = () => received.filter(({ sessionId }) => sessionId !== ready);
    return {
      publish: publishing.publish,
      receiveAll: (count: number) => waitFor(() => otherNotifications().length >= count && otherNotifications()),
    };
  }

  test('notifies only the ingress that waits of the end of sessions', async () => {
    const ingress = randomUUID();
    const { publish, receiveAll } = await openNotifications(ingress);
    const notifications = Array.from({ length: 450 }, () => ({ sessionId: randomUUID() }));
    publish(randomUUID(), [{ sessionId: randomUUID() }]);
    publish(ingress, notifications);
    expect(await receiveAll(450)).toEqual(notifications);
  });

  test('the first notification of a process reaches the ingress', async () => {
    const ingress = randomUUID();
    const { receiveAll } = await openNotifications(ingress);
    const fresh = createNotifications(options, [KEY]);
    closing.push(() => fresh.close());
    const notification = { sessionId: randomUUID(), outcome: 'an outcome' };
    fresh.publish(ingress, [notification]);
    expect(await receiveAll(1)).toEqual([notification]);
  });

  test('sends outcomes that fit, in as many messages as they need', async () => {
    const ingress = randomUUID();
    const { publish, receiveAll } = await openNotifications(ingress);
    const notifications: SessionNotification[] = Array.from({ length: 300 }, (_, index) => ({
      sessionId: randomUUID(),
      ...(index % 3 > 0 && { outcome: `"${'ü'.repeat((index * 37) % 2_900)}"` }),
    }));
    publish(ingress, notifications);
    expect(await receiveAll(300)).toEqual(notifications);
  });

  test('sends only the id if an outcome is too long', async () => {
    const ingress = randomUUID();
    const { publish, receiveAll } = await openNotifications(ingress);
    const most = backend === 'redis' ? 8_192 : 5_800;
    const [long, longest] = [randomUUID(), randomUUID()];
    publish(ingress, [
      { sessionId: longest, outcome: 'x'.repeat(most) },
      { sessionId: long, outcome: `ü${'x'.repeat(most - 1)}` },
    ]);
    expect(await receiveAll(2)).toEqual([{ sessionId: longest, outcome: 'x'.repeat(most) }, { sessionId: long }]);
  });

  test('opens outcomes that an earlier key sealed, and returns only ids where no key opens them', async () => {
    const notifications = [{ sessionId: randomUUID(), outcome: 'an outcome' }];
    const [first, second] = [randomUUID(), randomUUID()];
    const opened = await openNotifications(first, { ingressKeys: [OTHER_KEY, KEY] });
    opened.publish(first, notifications);
    expect(await opened.receiveAll(1)).toEqual(notifications);
    const unknown = await openNotifications(second, { ingressKeys: [OTHER_KEY] });
    unknown.publish(second, notifications);
    expect(await unknown.receiveAll(1)).toEqual([{ sessionId: notifications[0]?.sessionId }]);
  });
});
