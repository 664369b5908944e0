import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { type TestStore, useTestStore } from '../../test/open-test-store.ts';
import type { SessionStoreOptions } from '../session-store-options.ts';

const database = useTestStore();

const accept: TestStore['store']['intake']['accept'] = (session) => database.store.intake.accept(session);

test('of 100 posts with one idempotency key, over two replicas, one starts a session', async () => {
  const replicas = [database.store, database.another()];
  const common = {
    organizationId: randomUUID(),
    idempotency: { key: 'order, "7" \\ NULL', bodyHash: randomBytes(32), response: '{"sessionId":"…"}' },
  };
  const sessions = Array.from({ length: 100 }, () => newSession(common));
  const outcomes = await Promise.all(sessions.map((session, index) => replicas[index % 2]!.intake.accept(session)));
  const winner = sessions[outcomes.findIndex((outcome) => outcome.kind === 'accepted')];
  expect(outcomes.filter((outcome) => outcome.kind === 'accepted')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome?.kind === 'replayed')).toEqual(
    Array.from({ length: 99 }, () => ({
      kind: 'replayed',
      sessionId: winner?.id,
      sameBody: true,
      response: '{"sessionId":"…"}',
    })),
  );
  expect(await database.sql('SELECT id FROM sessions WHERE organization_id = $1', [common.organizationId])).toEqual([
    { id: winner?.id },
  ]);
});

test('a key with another body is refused, and equal keys of two organizations are independent', async () => {
  const first = newSession({ idempotency: { key: 'k', bodyHash: randomBytes(32), response: null } });
  await accept(first);
  const withOtherBody = {
    ...first,
    id: newSession().id,
    idempotency: { key: 'k', bodyHash: randomBytes(32), response: null },
  };
  expect(await accept(withOtherBody)).toEqual({
    kind: 'replayed',
    sessionId: first.id,
    sameBody: false,
    response: null,
  });
  expect(await accept({ ...withOtherBody, id: newSession().id, organizationId: randomUUID() })).toEqual({
    kind: 'accepted',
  });
});

test('a later answer is stored once and replayed', async () => {
  const session = newSession({ idempotency: { key: 'wait', bodyHash: randomBytes(32), response: null } });
  const ofOtherOrganization = { ...session, id: newSession().id, organizationId: randomUUID() };
  const otherKey = newSession({
    organizationId: session.organizationId,
    idempotency: { key: 'other', bodyHash: randomBytes(32), response: null },
  });
  for (const one of [session, ofOtherOrganization, otherKey]) await accept(one);
  await database.store.intake.storeAnswer(session.organizationId, 'wait', 'first');
  await database.store.intake.storeAnswer(session.organizationId, 'wait', 'second');
  expect(await accept({ ...session, id: newSession().id })).toMatchObject({ kind: 'replayed', response: 'first' });
  expect(await database.store.intake.findResponse(session.organizationId, 'wait')).toMatchObject({
    sessionId: session.id,
    response: 'first',
  });
  for (const [{ organizationId }, key] of [
    [ofOtherOrganization, 'wait'],
    [otherKey, 'other'],
  ] as const)
    expect(await database.store.intake.findResponse(organizationId, key)).toMatchObject({ response: null });
});

test('a large answer is not read with the batch of its repeat', async () => {
  const session = newSession({ idempotency: { key: 'large', bodyHash: randomBytes(32), response: null } });
  await accept(session);
  const response = 'x'.repeat(100_000);
  await database.store.intake.storeAnswer(session.organizationId, 'large', response);
  expect(await accept({ ...session, id: newSession().id })).toMatchObject({ kind: 'replayed', response: null });
  expect(await database.store.intake.findResponse(session.organizationId, 'large')).toMatchObject({ response });
});

test('repeats of several keys and deliveries in one batch are each answered with their own session', async () => {
  const common = newSession();
  const keyed = ['a', 'b'].map((key) =>
    newSession({
      organizationId: common.organizationId,
      idempotency: { key, bodyHash: randomBytes(32), response: key },
    }),
  );
  const delivered = ['c', 'd'].map((id) =>
    newSession({ ...common, id: newSession().id, trigger: 'WEBHOOK', delivery: { id } }),
  );
  const again = () => [...keyed, ...delivered].map((session) => accept({ ...session, id: newSession().id }));
  for (const session of [...keyed, ...delivered]) await accept(session);
  expect(await Promise.all(again())).toEqual([
    ...keyed.map(({ id, idempotency }) => ({
      kind: 'replayed',
      sessionId: id,
      sameBody: true,
      response: idempotency?.response,
    })),
    ...delivered.map(({ id }) => ({ kind: 'redelivered', sessionId: id })),
  ]);
});

test('a key is free again after 24 h', async () => {
  const session = newSession({ idempotency: { key: 'old', bodyHash: randomBytes(32), response: 'first' } });
  await accept(session);
  await database.sql(`UPDATE idempotency_keys SET created_at = now() - interval '24 hours' WHERE key = 'old'`);
  expect(await database.store.intake.findResponse(session.organizationId, 'old')).toBeNull();
  const later = { ...session, id: newSession().id };
  expect(await accept(later)).toEqual({ kind: 'accepted' });
  expect(await accept({ ...session, id: newSession().id })).toMatchObject({ kind: 'replayed', sessionId: later.id });
});

test('a webhook delivery starts one session for 7 days', async () => {
  const session = newSession({ trigger: 'WEBHOOK', delivery: { id: 'd-1' } });
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => accept({ ...session, id: newSession().id })));
  expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind === 'redelivered')).toHaveLength(99);
  expect(await accept({ ...session, id: newSession().id, componentId: randomUUID() })).toEqual({ kind: 'accepted' });
  await database.sql(`UPDATE webhook_deliveries SET created_at = now() - interval '7 days' WHERE delivery_id = 'd-1'`);
  expect(await accept({ ...session, id: newSession().id })).toEqual({ kind: 'accepted' });
});

test('a signed request starts one session, whatever delivery id it has', async () => {
  const session = newSession({ trigger: 'WEBHOOK', delivery: { id: 'first', signedAs: 'signed 1' } });
  expect(await accept(session)).toEqual({ kind: 'accepted' });
  const again = (delivery: { id?: string; signedAs?: string }) => accept({ ...session, id: newSession().id, delivery });
  const first = { kind: 'redelivered', sessionId: session.id };
  expect(await again({ id: 'made up', signedAs: 'signed 1' })).toEqual(first);
  expect(await again({ signedAs: 'signed 1' })).toEqual(first);
  expect(await again({ id: 'first', signedAs: 'signed 2' })).toEqual(first);
  expect(await again({ signedAs: 'signed 2' })).toEqual(first);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => again({ id: `id ${index}`, signedAs: 'signed 3' })),
  );
  expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
  expect(await again({ id: 'made up' })).toEqual({ kind: 'accepted' });
});

test('one bad row in a batch fails its caller alone', async () => {
  const sessions = Array.from({ length: 40 }, (_, index) =>
    newSession(index === 17 ? { placeholderValuesJson: JSON.stringify({ text: 'a\0b' }) } : {}),
  );
  const outcomes = await Promise.allSettled(sessions.map(accept));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ name: 'UnstorableValueError' }) },
  ]);
  expect(outcomes[17]?.status).toBe('rejected');
  const [stored] = await database.sql<{ count: number }>('SELECT count(*)::int FROM sessions WHERE id = ANY ($1)', [
    sessions.map(({ id }) => id),
  ]);
  expect(stored?.count).toBe(39);
});

// Prisma's client sends small batches, the driver those with large values.
test.each([0, 30_000])('values arrive as they were sent, with %i further characters each', async (length) => {
  const texts = [
    '',
    'NULL',
    '"{a,b}"',
    "it's \\ $1 %s",
    'line\nline\ttab',
    '2026-01-02T03:04:05Z',
    '12345678901234567890',
    'ä€😀',
  ];
  const values = texts.map((text) => ({ text, list: [text, null, 1.5, true], padding: 'x'.repeat(length) }));
  const organizationId = randomUUID();
  const sessions = values.map((value, index) =>
    newSession({
      organizationId,
      workflowVersion: null,
      placeholderValuesJson: JSON.stringify(value),
      ...(index % 2 === 1 && { idempotency: { key: texts[index] ?? '', bodyHash: randomBytes(32), response: 'ä"' } }),
    }),
  );
  expect(await Promise.all(sessions.map(accept))).toEqual(sessions.map(() => ({ kind: 'accepted' })));
  const stored = await database.sql(
    'SELECT placeholder_values AS value FROM sessions WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  expect(stored).toEqual(values.map((value) => ({ value })));
  for (const { idempotency, id } of sessions) {
    if (idempotency === undefined) continue;
    const { findResponse } = database.store.intake;
    expect(await findResponse(organizationId, idempotency.key)).toEqual({
      sessionId: id,
      bodyHash: Buffer.from(idempotency.bodyHash),
      response: 'ä"',
    });
  }
});

test('one batch row names exactly the sessions that a flush enqueues', async () => {
  const organizationId = randomUUID();
  const sessions = [true, true, false, true].map((enqueue) => newSession({ organizationId, enqueue }));
  await Promise.all(sessions.map(accept));
  const rows = await database.sql<{ ids: string[] }>(
    'SELECT session_ids AS ids FROM enqueued_batches WHERE session_ids && $1',
    [sessions.map(({ id }) => id)],
  );
  expect(rows.map(({ ids }) => [...ids].sort())).toEqual([
    sessions
      .filter(({ enqueue }) => enqueue)
      .map(({ id }) => id)
      .sort(),
  ]);
});

test.each<[string, Partial<SessionStoreOptions>]>([
  ['sessions', { maxPending: 10 }],
  ['characters of values', { maxPendingCharacters: 10_000 }],
])('refuses immediately when too many %s wait', async (_what, limits) => {
  const { intake } = database.another(limits);
  const placeholderValuesJson = JSON.stringify({ text: 'x'.repeat(1_000) });
  const sessions = Array.from({ length: 30 }, () => newSession({ placeholderValuesJson }));
  const outcomes = await Promise.allSettled(sessions.map((session) => intake.accept(session)));
  expect(
    outcomes.filter(
      (outcome) => outcome.status === 'rejected' && (outcome.reason as Error).name === 'StoreOverloadedError',
    ),
  ).toHaveLength(20);
});
