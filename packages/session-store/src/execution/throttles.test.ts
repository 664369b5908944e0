import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type TestStore, openTestStore } from '../../test/open-test-store.ts';

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

const take = (organizationId: string, rate: { perSecond: number; burst?: number }) =>
  database.store.execution.takeThrottledTurn({ organizationId, key: 'k', burst: 1, ...rate });

test('calls of a key begin one interval after the other, a burst at once', async () => {
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
