import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { SessionNotification } from '@workflow/session-queue';
import { describeEachBackend, testRedisUrl, waitFor } from '@workflow/test-harness';
import { readSentOutcome, type Json } from '@workflow/workflow-model';
import type { SessionOutcome } from '../src/session/session-outcome.ts';
import { openExecutorFixture, type ExecutorFixture } from './executor-fixture.ts';

const succeeded = (output: Json): SessionOutcome => ({ kind: 'succeeded', output, steps: [] });
const failed = (more: object): SessionOutcome => ({
  kind: 'failed',
  error: { code: 'FIELD_INVALID', message: 'no "value" for ü', componentId: null, ...more },
  steps: [],
});

const ODD: Json = {
  zeta: 'ü 漢 😀 \u2028 \\ " \u0001',
  '10': true,
  '2': null,
  ä: 'an accent',
  numbers: [0.1, 1e300, 1e21, 1e-7, -0, 5e-324, 123456789.12345679, 9007199254740991, -1.5],
  a: [{ longer: 1, b: [] }, {}, [[]], '', ' '],
};

/** By name: the outcome of a session, and whether its notification contains it. */
const OUTCOMES: Record<string, { outcome: SessionOutcome; isSent: boolean }> = {
  'a text': { outcome: succeeded('done'), isSent: true },
  'no output': { outcome: succeeded(null), isSent: true },
  'keys, texts and numbers that jsonb changes': { outcome: succeeded(ODD), isSent: true },
  'keys in the order of jsonb': { outcome: succeeded({ a: 1, b: 2, aa: [3] }), isSent: true },
  'a failure': { outcome: failed({ errorId: randomUUID() }), isSent: true },
  'a failure of a component': { outcome: failed({ componentId: randomUUID() }), isSent: true },
  'an output that PostgreSQL refuses': { outcome: succeeded('a\u0000b'), isSent: true },
  'a large output': { outcome: succeeded('x'.repeat(10_000)), isSent: false },
  'an output with more bytes than characters': { outcome: succeeded('漢'.repeat(3_000)), isSent: false },
  'a sensitive output': { outcome: { kind: 'succeeded', output: '***', steps: [], isSensitive: true }, isSent: false },
};

describeEachBackend('the notification of an end', (backend) => {
  let fixture: ExecutorFixture;
  const ingress = randomUUID();
  const notifications: SessionNotification[] = [];

  beforeAll(async () => {
    fixture = await openExecutorFixture(backend === 'redis' ? await testRedisUrl() : null);
    await fixture.notifications.subscribe(ingress, (received) => void notifications.push(...received));
    await fixture.start(async ({ placeholderValues }) => OUTCOMES[placeholderValues['name'] as string]!.outcome);
    // The first notification may be sent before the subscription, because notifications are best effort.
    await waitFor(async () => (await notificationOf('a text', 2_000)) !== undefined);
  });
  afterAll(() => fixture.stop());

  /** Runs a session to its end. Resolves to undefined when its notification did not arrive. */
  async function notificationOf(name: string, withinMs?: number) {
    const session = await fixture.accept({ enqueue: true, placeholderValuesJson: JSON.stringify({ name }) });
    await fixture.producer.add([
      { sessionId: session.id, organizationId: session.organizationId, enqueueNumber: 1, awaitedBy: ingress },
    ]);
    const [read] = await waitFor(async () => {
      const ended = await fixture.store.sessions.queries.ended([session.id]);
      return ended.length > 0 && ended;
    });
    const find = () => notifications.find(({ sessionId }) => sessionId === session.id);
    const notification = await waitFor(find, withinMs === undefined ? {} : { withinMs }).catch(() => undefined);
    return notification === undefined ? undefined : { notification, read };
  }

  test.each(Object.entries(OUTCOMES))('sends for %s what a read returns, byte for byte', async (name, { isSent }) => {
    const { notification, read } = (await notificationOf(name))!;
    expect(notification.outcome !== undefined).toBe(isSent);
    if (notification.outcome === undefined) return;
    const { sessionId: id, outcome } = notification;
    expect(JSON.stringify({ id, ...readSentOutcome(outcome) })).toBe(JSON.stringify(read));
  });
});
