import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newStep, useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

const system = { type: 'system', id: null, name: 'test' } as const;

const take = (organizationId: string, rate: { perSecond: number; burst?: number }) =>
  database.store.execution.takeThrottledTurn({ organizationId, key: 'k', burst: 1, ...rate });

test('calls of a key begin one interval after the other, a burst immediately', async () => {
  const organizationId = randomUUID();
  const waits: number[] = [];
  for (let call = 0; call < 5; call += 1) waits.push(await take(organizationId, { perSecond: 0.01, burst: 3 }));
  expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
  expect(waits[3]).toBeGreaterThan(90_000);
  expect(waits[4]).toBeGreaterThan(190_000);
  expect(await take(randomUUID(), { perSecond: 0.01 })).toBe(0);
});

test('of several rates for one key the lowest counts', async () => {
  const organizationId = randomUUID();
  await take(organizationId, { perSecond: 0.01 });
  expect(await take(organizationId, { perSecond: 1_000 })).toBeGreaterThan(90_000);
});

test('a block delays all turns after it', async () => {
  const organizationId = randomUUID();
  const { execution } = database.store;
  await take(organizationId, { perSecond: 1_000 });
  expect(await execution.readThrottleBlock(organizationId, 'k')).toBe(0);
  await execution.blockThrottled(organizationId, 'k', 60_000);
  expect(await execution.readThrottleBlock(organizationId, 'k')).toBeGreaterThan(55_000);
  expect(await take(organizationId, { perSecond: 1_000 })).toBeGreaterThan(55_000);
});

test('keys of one organization are independent', async () => {
  const organizationId = randomUUID();
  const { execution } = database.store;
  const takeOf = (key: string) => execution.takeThrottledTurn({ organizationId, key, perSecond: 0.01, burst: 1 });
  await takeOf('used');
  const [used, fresh] = await Promise.all([takeOf('used'), takeOf('fresh')]);
  expect(used).toBeGreaterThan(90_000);
  expect(fresh).toBe(0);
  await takeOf('free');
  await execution.blockThrottled(organizationId, 'used', 3_600_000);
  expect(await execution.readThrottleBlock(organizationId, 'free')).toBe(0);
  expect(await takeOf('free')).toBeLessThan(3_600_000);
});

test("one organization's throttles and blocks are not another's", async () => {
  const [ownOrganization, otherOrganization] = [randomUUID(), randomUUID()];
  const { execution, management } = database.store;
  for (const organizationId of [ownOrganization, otherOrganization]) await publishedWorkflow(database, organizationId);
  await management.organization(otherOrganization).putThrottle(system, 'example.com', { perSecond: 1, burst: 1 });
  expect(await execution.readHostThrottles(ownOrganization)).toEqual([]);
  expect(await execution.readHostThrottles(otherOrganization)).toEqual([
    { host: 'example.com', perSecond: 1, burst: 1 },
  ]);

  for (const organizationId of [ownOrganization, otherOrganization]) await take(organizationId, { perSecond: 1_000 });
  await execution.blockThrottled(otherOrganization, 'k', 60_000);
  expect(await execution.readThrottleBlock(ownOrganization, 'k')).toBe(0);
  expect(await take(ownOrganization, { perSecond: 1_000 })).toBeLessThan(60_000);
});

test('a throttle that is lifted wakes the calls of its own organization and host alone', async () => {
  const lifted = await sessionAtThrottle(randomUUID(), 'example.com');
  const otherCalls = [
    await sessionAtThrottle(randomUUID(), 'example.com'),
    await sessionAtThrottle(lifted.organizationId, 'example.org'),
  ];
  await database.store.management.organization(lifted.organizationId).deleteThrottle(system, 'example.com');
  for (const { sessionId, takeTurn } of [lifted, ...otherCalls]) {
    const [session] = await database.sql<{ soon: boolean }>(
      `SELECT due_at < now() + interval '1 minute' AS soon FROM sessions WHERE id = $1`,
      [sessionId],
    );
    const isLifted = sessionId === lifted.sessionId;
    expect(session?.soon).toBe(isLifted);
    expect((await takeTurn()) < 1_500_000).toBe(isLifted);
  }
});

/** Creates a throttle for a host, a call that used its turn, and a session that waits for the next turn. */
async function sessionAtThrottle(organizationId: string, host: string) {
  const { execution, management } = database.store;
  const call = { organizationId, key: `host ${host}`, perSecond: 0.001, burst: 1 };
  await publishedWorkflow(database, organizationId);
  await management.organization(organizationId).putThrottle(system, host, { perSecond: call.perSecond, burst: 1 });
  const takeTurn = () => execution.takeThrottledTurn(call);
  await takeTurn();
  const until = new Date(Date.now() + (await takeTurn()));
  const { fence } = await runningSession(database.store, { organizationId });
  await execution.end(fence, { kind: 'waiting', dueAt: until, childrenSeen: 0 }, [
    newStep({ status: 'WAITING', output: { throttle: call.key, until: until.toISOString() }, finishedAt: null }),
  ]);
  return { organizationId, sessionId: fence.sessionId, takeTurn };
}
