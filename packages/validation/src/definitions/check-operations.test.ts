import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Component, Json } from '@workflow/workflow-model';
import { checkOperations } from './check-operations.ts';

const actionWith = (list: Json): Component => ({
  id: randomUUID(),
  type: 'app-action',
  name: 'Action',
  position: { x: 0, y: 0 },
  config: { app: randomUUID(), version: 1, action: 'send', arguments: { list } },
});

/** Checks actions whose argument is a list of numbers. */
const problemsOf = (...components: Component[]) =>
  checkOperations({ components, connections: [] }, () =>
    Promise.resolve({
      kind: 'found' as const,
      input: { properties: { list: { items: { type: 'number' } } } },
      schemas: {},
    }),
  );

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const texts = (count: number) => Array.from({ length: count }, () => 'x');

test('a check of a definition reads at most 400,000 parts of schemas', async () => {
  expect(await problemsOf(actionWith([...numbers(399_000), 'x']))).toHaveLength(1);
  expect(await problemsOf(actionWith([...numbers(400_000), 'x']))).toEqual([]);
});

test('a check of a definition reports at most 200 problems', async () => {
  expect(await problemsOf(...Array.from({ length: 10 }, () => actionWith(texts(40))))).toHaveLength(200);
});
