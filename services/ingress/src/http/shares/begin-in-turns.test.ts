import { expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { beginInTurns } from './begin-in-turns.ts';

const [REQUEST, RESPONSE] = [{} as Request, {} as Response];

/** Lets requests arrive together. Returns how many had begun at once and after each turn of the event loop. */
async function begunByTurn(count: number): Promise<number[]> {
  const begin = beginInTurns();
  let begun = 0;
  const next = (): void => void (begun += 1);
  for (let i = 0; i < count; i += 1) begin(REQUEST, RESPONSE, next);
  const counts = [begun];
  while (begun < count) {
    await new Promise((resolve) => void setImmediate(resolve));
    counts.push(begun);
  }
  return counts;
}

test('two requests begin at once, and two more in each later turn', async () => {
  expect(await begunByTurn(2)).toEqual([2]);
  expect(await begunByTurn(7)).toEqual([2, 4, 6, 7]);
});

test('requests that arrive later follow those that wait', async () => {
  const begin = beginInTurns();
  const order: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) begin(REQUEST, RESPONSE, () => void order.push(name));
  await new Promise((resolve) => void setImmediate(resolve));
  begin(REQUEST, RESPONSE, () => void order.push('f'));
  while (order.length < 6) await new Promise((resolve) => void setImmediate(resolve));
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
