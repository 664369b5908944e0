import { expect, test } from '@jest/globals';
import { stringifyInSlices } from './stringify-in-slices.ts';

test.each([
  [{ items: Array.from({ length: 20 }, (_, id) => ({ id, text: '"\n' })), nextCursor: null }],
  [{ items: Array.from({ length: 20 }, () => undefined), operation: { id: 1 } }],
  [{ items: Array.from({ length: 20 }, () => 1) }],
  [{ items: [] }],
  [[1, 2]],
  [null],
])('writes %j as JSON.stringify does', async (body) => {
  expect(JSON.parse(await stringifyInSlices(body))).toEqual(JSON.parse(JSON.stringify(body)));
});

test('other requests continue while a long list is serialized', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const text = 'x'.repeat(500_000);
  await stringifyInSlices({ items: Array.from({ length: 200 }, () => ({ text })) });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
