import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { waitFor, newSession } from '@workflow/test-harness';
import {
  locksWaitedFor,
  useTestStore,
  publishedWorkflow,
  runningSession,
  type TestStore,
} from '../../test/open-test-store.ts';

const database = useTestStore();

/**
 * Makes both writers wait for the lock of the second of three rows, and then locks the third. That succeeds if both
 * lock rows in the same order. Otherwise one writer has the first row and the other the third, and they deadlock when
 * the second is released.
 */
async function meet<Result>(
  keys: readonly [string, string, string],
  lock: string,
  writers: (() => Promise<Result>)[],
): Promise<Result[]> {
  const [, middle, last] = keys;
  const blocker = await database.connect();
  await blocker.query(`BEGIN; SET LOCAL lock_timeout = '200ms'`);
  await blocker.query(lock, [middle]);
  const written = Promise.all(writers.map((write) => write()));
  try {
    await waitFor(async () => (await locksWaitedFor(database)) === writers.length);
    await blocker.query(lock, [last]);
  } finally {
    await blocker.query('ROLLBACK');
    await written;
  }
  return written;
}

const LOCK_SESSION = 'SELECT FROM sessions WHERE id = $1 FOR UPDATE';
const threeIds = () => [newSession().id, newSession().id, newSession().id].sort() as [string, string, string];

test('two batches of claims lock the sessions in one order', async () => {
  const ids = threeIds();
  await Promise.all(ids.map((id) => database.store.intake.accept(newSession({ id }))));
  const claim = (store: TestStore['store'], order: string[]) => async () => {
    const executorId = randomUUID();
    await store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 3 });
    return Promise.all(order.map((sessionId) => store.execution.claim({ sessionId, executorId })));
  };
  const claimed = await meet(ids, LOCK_SESSION, [
    claim(database.store, ids),
    claim(database.another(), ids.toReversed()),
  ]);
  expect(claimed.flat().filter((session) => session !== null)).toHaveLength(3);
});

test('two batches of posts with the same idempotency keys write the keys in one order', async () => {
  const organizationId = randomUUID();
  const keys = ['a', 'b', 'c'] as const;
  const post = (store: TestStore['store'], order: readonly string[]) => () =>
    Promise.all(
      order.map((key) => {
        const idempotency = { key, bodyHash: new Uint8Array(32), response: null };
        return store.intake.accept(newSession({ organizationId, idempotency }));
      }),
    );
  const outcomes = await meet(
    keys,
    `INSERT INTO idempotency_keys (organization_id, key, body_hash, session_id)
     VALUES ('${organizationId}', $1, '', gen_random_uuid())`,
    [post(database.store, keys), post(database.another(), keys.toReversed())],
  );
  expect(outcomes.flat().filter(({ kind }) => kind === 'accepted')).toHaveLength(3);
});

test('two batches of ended children wake their parents in one order', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const parents = threeIds();
  const [elders, youngers] = [threeIds(), threeIds()];
  const otherStore = database.another();
  const executorId = randomUUID();
  for (const [index, id] of parents.entries()) {
    const { fence, session } = await runningSession(database.store, { id, organizationId });
    // The younger ones are in reverse order, so that the order of the children differs from that of their parents.
    const children = [elders[index] ?? '', youngers.toReversed()[index] ?? ''];
    await database.store.execution.startChildren(
      fence,
      { componentId: session.componentId, run: 1 },
      children.map((child, iteration) => ({ ...target, id: child, placeholderValues: {}, iteration })),
    );
  }
  await database.store.dispatch.enqueueBacklog(
    { maxInFlight: 100, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 },
    100,
  );
  const end = (store: TestStore['store'], ids: string[]) => async () => {
    const claims = await Promise.all(ids.map((sessionId) => store.execution.claim({ sessionId, executorId })));
    return Promise.all(
      claims.map((claimed) => {
        const fence = { sessionId: claimed?.id ?? '', claimNumber: claimed?.claimNumber ?? 0 };
        return store.execution.end(fence, { kind: 'succeeded', output: null }, []);
      }),
    );
  };
  const ended = await meet(parents, LOCK_SESSION, [end(database.store, elders), end(otherStore, youngers)]);
  expect(ended.flat()).toEqual(Array.from({ length: 6 }, () => true));
});
