import { expect, test } from '@jest/globals';
import { ownerOfTurn, runAs } from '@workflow/service-runtime';
import type { Request, Response } from 'express';
import { beginInTurns, MAX_WAITING_OF_NETWORK } from './begin-in-turns.ts';

const RESPONSE = {} as Response;
const ADDRESS = '192.0.2.1';

const from = (ip: string): Request => ({ ip }) as Request;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Lets requests arrive together, given as addresses. Returns those that began at once and in each later turn. */
async function begunByTurn(addresses: readonly string[]): Promise<string[][]> {
  const begin = beginInTurns();
  const begun: string[][] = [[]];
  let left = addresses.length;
  const arrive = (address: string): void =>
    begin(from(address), RESPONSE, () => {
      left -= 1;
      begun.at(-1)!.push(address);
    });
  for (const address of addresses) arrive(address);
  while (left > 0) {
    begun.push([]);
    await turn();
  }
  return begun;
}

test.each([
  [2, [2]],
  [7, [2, 2, 2, 1]],
])('of %d requests two begin at once, and two more in each later turn', async (count, counts) => {
  const begun = await begunByTurn(Array.from({ length: count }, () => ADDRESS));
  expect(begun.map(({ length }) => length)).toEqual(counts);
});

test('requests that arrive later follow those of their network that wait', async () => {
  const begin = beginInTurns();
  const order: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) begin(from(ADDRESS), RESPONSE, () => void order.push(name));
  await turn();
  begin(from(ADDRESS), RESPONSE, () => void order.push('f'));
  while (order.length < 6) await turn();
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('networks take turns, so one that sends many requests delays no other', async () => {
  const flood = Array.from({ length: 50 }, (_, index) => `2001:db8::${index.toString(16)}`);
  const begun = await begunByTurn([...flood, '192.0.2.2', '192.0.2.3', '192.0.2.2']);
  expect(begun.slice(0, 4)).toEqual([
    ['2001:db8::0', '2001:db8::1'],
    ['2001:db8::2', '192.0.2.2'],
    ['192.0.2.3', '2001:db8::3'],
    ['192.0.2.2', '2001:db8::4'],
  ]);
});

test('a request that waited begins as a turn of its own route', async () => {
  const begin = beginInTurns();
  const names: (string | undefined)[] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    runAs({ kind: 'route', name, organizationId: null }, () =>
      begin(from(ADDRESS), RESPONSE, () => void names.push(ownerOfTurn()?.name)),
    );
  while (names.length < 4) await turn();
  expect(names).toEqual(['a', 'b', 'c', 'd']);
});

test('a network with too many waiting requests gets 429, and others still wait for their turn', () => {
  const begin = beginInTurns();
  const refused: unknown[] = [];
  const next = (error?: unknown): void => void (error !== undefined && refused.push(error));
  for (let count = 0; count < MAX_WAITING_OF_NETWORK + 2; count += 1) begin(from(ADDRESS), RESPONSE, next);
  expect(refused).toEqual([]);
  begin(from(ADDRESS), RESPONSE, next);
  begin(from('192.0.2.2'), RESPONSE, next);
  expect(refused).toEqual([expect.objectContaining({ code: 'TOO_MANY_REQUESTS' })]);
});
