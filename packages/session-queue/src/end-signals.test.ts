import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, describeEachBackend, waitFor, type TestDatabase } from '@workflow/test-harness';
import { createEndSignals, type EndSignal, type SessionQueueOptions } from './index.ts';
import { testQueueOptions } from '../test/test-queue-options.ts';

const [KEY, OTHER_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describeEachBackend('signals that sessions ended', (backend) => {
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
  async function openSignals(ingress: string, { executorKeys = [KEY], ingressKeys = [KEY] } = {}) {
    const listening = createEndSignals(options, ingressKeys);
    const publishing = createEndSignals(options, executorKeys);
    closing.push(
      () => listening.close(),
      () => publishing.close(),
    );
    const received: EndSignal[] = [];
    await listening.subscribe(ingress, (signals) => void received.push(...signals));
    const ready = randomUUID();
    // Signals are best effort: the first may be published before the subscription is ready.
    await waitFor(() => {
      publishing.publish(ingress, [{ sessionId: ready }]);
      return received.some(({ sessionId }) => sessionId === ready);
    });
    const otherSignals = () => received.filter(({ sessionId }) => sessionId !== ready);
    return {
      publish: publishing.publish,
      receiveAll: (count: number) => waitFor(() => otherSignals().length >= count && otherSignals()),
    };
  }

  test('signals the end of sessions to their ingress only', async () => {
    const ingress = randomUUID();
    const { publish, receiveAll } = await openSignals(ingress);
    const signals = Array.from({ length: 450 }, () => ({ sessionId: randomUUID() }));
    publish(randomUUID(), [{ sessionId: randomUUID() }]);
    publish(ingress, signals);
    expect(await receiveAll(450)).toEqual(signals);
  });

  test('the first signal of a process reaches the ingress', async () => {
    const ingress = randomUUID();
    const { receiveAll } = await openSignals(ingress);
    const fresh = createEndSignals(options, [KEY]);
    closing.push(() => fresh.close());
    const signal = { sessionId: randomUUID(), outcome: 'an outcome' };
    fresh.publish(ingress, [signal]);
    expect(await receiveAll(1)).toEqual([signal]);
  });

  test('sends outcomes that fit, in as many messages as they need', async () => {
    const ingress = randomUUID();
    const { publish, receiveAll } = await openSignals(ingress);
    const signals: EndSignal[] = Array.from({ length: 300 }, (_, index) => ({
      sessionId: randomUUID(),
      ...(index % 3 > 0 && { outcome: `"${'ü'.repeat((index * 37) % 2_900)}"` }),
    }));
    publish(ingress, signals);
    expect(await receiveAll(300)).toEqual(signals);
  });

  test('sends only the id if an outcome is too long', async () => {
    const ingress = randomUUID();
    const { publish, receiveAll } = await openSignals(ingress);
    const most = backend === 'redis' ? 8_192 : 5_800;
    const [long, longest] = [randomUUID(), randomUUID()];
    publish(ingress, [
      { sessionId: longest, outcome: 'x'.repeat(most) },
      { sessionId: long, outcome: `ü${'x'.repeat(most - 1)}` },
    ]);
    expect(await receiveAll(2)).toEqual([{ sessionId: longest, outcome: 'x'.repeat(most) }, { sessionId: long }]);
  });

  test('opens outcomes that an earlier key sealed, and returns only ids where no key opens them', async () => {
    const signals = [{ sessionId: randomUUID(), outcome: 'an outcome' }];
    const [first, second] = [randomUUID(), randomUUID()];
    const endSignals = await openSignals(first, { ingressKeys: [OTHER_KEY, KEY] });
    endSignals.publish(first, signals);
    expect(await endSignals.receiveAll(1)).toEqual(signals);
    const unknown = await openSignals(second, { ingressKeys: [OTHER_KEY] });
    unknown.publish(second, signals);
    expect(await unknown.receiveAll(1)).toEqual([{ sessionId: signals[0]?.sessionId }]);
  });
});
