import { expect, test } from '@jest/globals';
import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import fc from 'fast-check';
import { foldBodies, unfoldBodies, type WrittenComponent } from '../descriptors.ts';

interface Drawn {
  components: WrittenComponent[];
  connections: Connection[];
}

/** Bodies of up to four levels, in which every id is new. */
const bodiesOf = (depth: number): fc.Arbitrary<{ hasBody: boolean; inner: unknown }[]> =>
  fc.array(fc.record({ hasBody: fc.boolean(), inner: depth === 0 ? fc.constant([]) : bodiesOf(depth - 1) }), {
    maxLength: 3,
  });

function drawn(parts: { hasBody: boolean; inner: unknown }[], newId: () => string): Drawn {
  const components = parts.map(({ hasBody, inner }): WrittenComponent => {
    const id = newId();
    if (!hasBody) return { id, type: 'output', config: { value: { components: [], connections: [] } } };
    const body = drawn(inner as typeof parts, newId) as unknown as JsonObject;
    return { id, type: 'for-each', name: 'Loop', config: { items: 'x', body, itemKey: 'item' } };
  });
  const connections = components
    .slice(1)
    .map(({ id }, index) => ({ from: components[index]!.id, port: 'next', to: id }));
  return { components, connections };
}

test('folding is the inverse of unfolding, to the order of keys', () => {
  fc.assert(
    fc.property(bodiesOf(4), (parts) => {
      let last = 0;
      const written = { ...drawn(parts, () => `c${(last += 1)}`), label: 'name' };
      const stored = unfoldBodies(written);
      expect(new Set(stored.components.map(({ id }) => id)).size).toBe(last);
      expect(JSON.stringify(foldBodies(stored))).toBe(JSON.stringify(written));
    }),
  );
});

test('components whose ids or bodies form a circle end', () => {
  const loop = (id: string, within?: string): Component => ({
    id,
    type: 'for-each',
    config: { body: { components: [], connections: [] } },
    ...(within !== undefined && { within }),
  });
  expect(foldBodies({ components: [loop('a', 'b'), loop('b', 'a')], connections: [] }).components).toEqual([]);
  expect(foldBodies({ components: [loop('a'), loop('a', 'a')], connections: [] }).components).toHaveLength(1);
});
