import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { RequestShares } from './request-shares.ts';

function open(options = {}) {
  const shares = new RequestShares({ atOnce: 4, maxWaitingPerOwner: 3, maxWaitMs: 1_000, ...options });
  const started: string[] = [];
  const enter = async (organization: string): Promise<() => void> => {
    const leave = await shares.enter(organization);
    started.push(organization);
    return leave;
  };
  return { started, enter };
}

test('one organization leaves a turn for others, and the one with the fewest goes next', async () => {
  const { started, enter } = open();
  const first = [enter('a'), enter('a'), enter('a'), enter('a'), enter('a')];
  await settled();
  expect(started).toEqual(['a', 'a', 'a']);
  const ofB = enter('b');
  void enter('c');
  await settled();
  expect(started).toEqual(['a', 'a', 'a', 'b']);
  const leave = await ofB;
  leave();
  leave();
  await settled();
  expect(started).toEqual(['a', 'a', 'a', 'b', 'c']);
  for (const turn of first.slice(0, 3)) (await turn)();
  await settled();
  expect(started).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'a']);
});

const REFUSED = { code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '1' } };

test('requests beyond the number that may wait are refused immediately, and those that wait go on', async () => {
  const { enter } = open({ atOnce: 2 });
  const leave = await enter('a');
  const waiting = [enter('a'), enter('a'), enter('a')];
  const refusals: unknown[] = [];
  void enter('a').catch((error: unknown) => refusals.push(error));
  await settled();
  expect(refusals).toEqual([expect.objectContaining(REFUSED)]);
  leave();
  for (const one of waiting) (await one)();
});

test('a request that waited too long is refused', async () => {
  const { enter } = open({ atOnce: 2, maxWaitMs: 20 });
  await enter('a');
  await expect(enter('a')).rejects.toMatchObject(REFUSED);
});
