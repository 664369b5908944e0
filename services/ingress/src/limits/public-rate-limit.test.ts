import { expect, test } from '@jest/globals';
import { PublicRateLimit } from './public-rate-limit.ts';

const NETWORK = '192.0.2.1';

const outcomesOf = (limit: PublicRateLimit, count: number, network: (index: number) => string = () => NETWORK) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => limit.wait(network(index))));

const refusedOf = (outcomes: PromiseSettledResult<void>[]) => outcomes.filter(({ status }) => status === 'rejected');

test('a page may send all of its requests at the same time', async () => {
  const limit = new PublicRateLimit(1);
  const waiting = Array.from({ length: 20 }, () => limit.wait(NETWORK));
  await expect(Promise.all(waiting)).resolves.toHaveLength(20);
  expect(refusedOf(await outcomesOf(limit, 3)).length).toBeGreaterThan(0);
});

test('those that arrive faster wait for their turn, and those beyond a second are refused', async () => {
  const limit = new PublicRateLimit(100);
  const beganAt = performance.now();
  const outcomes = await outcomesOf(limit, 200, (index) => `192.0.2.${index}`);
  expect(performance.now() - beganAt).toBeGreaterThan(900);
  const refused = refusedOf(outcomes);
  expect(refused.length).toBeGreaterThanOrEqual(75);
  expect(refused[0]).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '1' } } });
});

test('one network takes half of the rate, and another one is answered meanwhile', async () => {
  const limit = new PublicRateLimit(100);
  const flood = outcomesOf(limit, 200);
  const [otherOutcome] = await outcomesOf(limit, 1, () => '198.51.100.7');
  expect(otherOutcome?.status).toBe('fulfilled');
  expect(refusedOf(await flood).length).toBeGreaterThanOrEqual(125);
});

test('requests that are limited for their network take nothing of the rate of all', async () => {
  const limit = new PublicRateLimit(100);
  const waiting = Array.from({ length: 200 }, () => limit.waitInNetwork(NETWORK));
  const refused = refusedOf(await Promise.allSettled(waiting));
  expect(refused.length).toBeGreaterThanOrEqual(125);
  const otherOutcomes = await outcomesOf(limit, 20, (index) => `198.51.100.${index}`);
  expect(refusedOf(otherOutcomes)).toEqual([]);
});
