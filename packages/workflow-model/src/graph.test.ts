import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ancestors, findCycle, graphOf, reachablePart, topologicalOrder } from './index.ts';
import type { Definition } from './index.ts';
import { define } from '../test/define.ts';

test('finds connections by their ends and port', () => {
  const graph = graphOf(define('abc', 'a>b', 'a:error>c', 'b>c'));
  expect(graph.incoming('c').map(({ from }) => from)).toEqual(['a', 'b']);
  expect(graph.outgoing('a').map(({ to }) => to)).toEqual(['b', 'c']);
  expect(graph.outgoing('a', 'error').map(({ to }) => to)).toEqual(['c']);
});

test('ignores connections whose ends do not exist', () => {
  const graph = graphOf(define('a', 'a>x', 'x>a'));
  expect(graph.incoming('a')).toEqual([]);
  expect(graph.outgoing('a')).toEqual([]);
});

test('ancestors are all components from which a component can be reached, without itself', () => {
  const graph = graphOf(define('abcde', 'a>b', 'b>d', 'c>d', 'd>e'));
  expect([...ancestors(graph, 'd')].sort()).toEqual(['a', 'b', 'c']);
  expect([...ancestors(graph, 'a')]).toEqual([]);
});

test('the reachable part contains the start and everything after it', () => {
  expect([...reachablePart(graphOf(define('abcd', 'a>b', 'b>c', 'd>c')), 'b')].sort()).toEqual(['b', 'c']);
});

test('orders components so that every connection points forward', () => {
  expect(topologicalOrder(graphOf(define('cba', 'a>b', 'b>c')))).toEqual(['a', 'b', 'c']);
  expect(topologicalOrder(graphOf(define('ab', 'a>b', 'b>a')))).toBeNull();
});

test('names the components of a cycle in their direction', () => {
  expect(findCycle(graphOf(define('abcd', 'a>b', 'b>c', 'c>d', 'd>b')))).toEqual(['b', 'c', 'd']);
  expect(findCycle(graphOf(define('a', 'a>a')))).toEqual(['a']);
  expect(findCycle(graphOf(define('abcd', 'a>b', 'a>c', 'b>d', 'c>d')))).toBeNull();
});

test('a chain of ten thousand components does not exhaust the stack', () => {
  const ids = Array.from({ length: 10_000 }, (_, number) => String(number));
  const chain: Definition = {
    components: ids.map((id) => ({ id, type: 'transform', config: {} })),
    connections: ids.slice(1).map((to, index) => ({ from: String(index), port: 'next', to })),
  };
  expect(findCycle(graphOf(chain))).toBeNull();
  expect(ancestors(graphOf(chain), '9999').size).toBe(9_999);
});

const IDS = 'abcdefgh';
const anyGraph = fc
  .array(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS)), { maxLength: 20 })
  .map((ends) => define(IDS, ...ends.map(([from, to]) => `${from}>${to}`)));

test('a graph has either an order or a cycle, and each of them holds', () => {
  fc.assert(
    fc.property(anyGraph, (definition) => {
      const graph = graphOf(definition);
      const order = topologicalOrder(graph);
      const cycle = findCycle(graph);
      expect(order === null).toBe(cycle !== null);
      const backward = definition.connections.filter(
        ({ from, to }) => order !== null && order.indexOf(from) >= order.indexOf(to),
      );
      expect(backward).toEqual([]);
      for (const [index, id] of (cycle ?? []).entries()) {
        expect(graph.outgoing(id).map(({ to }) => to)).toContain(cycle?.[(index + 1) % cycle.length]);
      }
    }),
  );
});

test('one component is an ancestor of another exactly when it reaches it', () => {
  fc.assert(
    fc.property(anyGraph, fc.constantFrom(...IDS), fc.constantFrom(...IDS), (definition, from, to) => {
      fc.pre(from !== to);
      const graph = graphOf(definition);
      expect(ancestors(graph, to).has(from)).toBe(reachablePart(graph, from).has(to));
    }),
  );
});
