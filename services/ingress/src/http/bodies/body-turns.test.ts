import { expect, test } from '@jest/globals';
import { BodyTurns } from './body-turns.ts';

/** Lets bodies wait, given as owner and bytes. Returns the owners that continued in each turn. */
async function turnsOf(...bodies: [string, number][]): Promise<string[][]> {
  const turns = new BodyTurns();
  const ownersByTurn: string[][] = [];
  let turn: string[] = [];
  let remaining = bodies.length;
  const all = bodies.map(async ([owner, bytes]) => {
    await turns.wait(owner, bytes);
    turn.push(owner);
    remaining -= 1;
  });
  while (remaining > 0) {
    await new Promise((resolve) => void setImmediate(resolve));
    ownersByTurn.push(turn);
    turn = [];
  }
  await Promise.all(all);
  return ownersByTurn.filter((owners) => owners.length > 0);
}

test('large bodies go on one in a turn, organizations in turn', async () => {
  expect(await turnsOf(['a', 1e6], ['a', 1e6], ['a', 1e6], ['b', 1e6], ['b', 1e6])).toEqual([
    ['a'],
    ['b'],
    ['a'],
    ['b'],
    ['a'],
  ]);
});

test('bodies that are not so large go on several in a turn', async () => {
  expect(await turnsOf(['a', 20_000], ['a', 20_000], ['a', 20_000], ['a', 20_000], ['a', 20_000])).toEqual([
    ['a', 'a', 'a', 'a'],
    ['a'],
  ]);
});

test('a small body waits for no turn', async () => {
  const turns = new BodyTurns();
  const order: string[] = [];
  const large = turns.wait('a', 1e6).then(() => order.push('large'));
  await turns.wait('a', 16_384).then(() => order.push('small'));
  await large;
  expect(order).toEqual(['small', 'large']);
});

test('after a long turn, the next large body waits for as long as the turn took', async () => {
  const turns = new BodyTurns();
  let endedAt = 0;
  const first = turns.wait('a', 1e6).then(() => {
    for (const until = performance.now() + 50; performance.now() < until;);
    endedAt = performance.now();
  });
  const second = turns.wait('a', 1e6).then(() => performance.now() - endedAt);
  await first;
  expect(await second).toBeGreaterThanOrEqual(49);
});
