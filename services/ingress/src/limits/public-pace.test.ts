import { expect, test } from '@jest/globals';
import { PublicPace } from './public-pace.ts';

const outcomesOf = (pace: PublicPace, count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => pace.wait()));

test('a page may ask for what it needs at once', async () => {
  const pace = new PublicPace(1);
  const waiting = Array.from({ length: 20 }, () => pace.wait());
  await expect(Promise.all(waiting)).resolves.toHaveLength(20);
  const next = await outcomesOf(pace, 3);
  expect(next.some(({ status }) => status === 'rejected')).toBe(true);
});

test('those that come faster wait for their turn, and those beyond a second are refused', async () => {
  const pace = new PublicPace(100);
  const beganAt = performance.now();
  const outcomes = await outcomesOf(pace, 200);
  expect(performance.now() - beganAt).toBeGreaterThan(900);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(75);
  expect(refused[0]).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '1' } } });
});
