import { expect, test } from '@jest/globals';
import type { Component, Connection } from '@workflow/workflow-model';
import fc from 'fast-check';
import { layOut, withPositions } from './auto-layout.ts';
import { CARD_WIDTH, cardHeight, portOffset } from './card-size.ts';

const component = (id: string, type = 'transform'): Component => ({ id, type, config: {} });

function yOf(places: ReadonlyMap<string, { x: number; y: number }>, id: string): number {
  return places.get(id)?.y ?? Number.NaN;
}

test('what follows true lies above what follows false, whichever was added or connected first', () => {
  const components = ['no', 'yes', 'end'].map((id) => component(id, 'output'));
  components.push(component('if', 'condition'));
  const connections: Connection[] = [
    { from: 'if', port: 'false', to: 'no' },
    { from: 'if', port: 'true', to: 'yes' },
    { from: 'yes', port: 'next', to: 'end' },
    { from: 'no', port: 'next', to: 'end' },
  ];
  const places = layOut({ components, connections });
  expect(yOf(places, 'yes')).toBeLessThan(yOf(places, 'no'));
  expect(places.get('if')?.x).toBeLessThan(places.get('yes')?.x ?? 0);
});

test('a chain is straight, whatever the sizes of its cards', () => {
  const components = ['webhook', 'http-request', 'delay', 'switch', 'output'].map((type) => component(type, type));
  const connections = components.slice(1).map(({ id }, index) => ({
    from: components[index]?.id ?? '',
    port: 'next',
    to: id,
  }));
  const places = layOut({ components, connections: connections.slice(0, 3) });
  expect(new Set(['webhook', 'http-request', 'delay', 'switch'].map((id) => yOf(places, id))).size).toBe(1);
});

test('a connection that passes a card leaves it free, above or below', () => {
  for (const [near, far] of [
    ['true', 'false'],
    ['false', 'true'],
  ] as const) {
    const [start, between, end] = [component('if', 'condition'), component('ask', 'approval'), component('end')];
    const places = layOut({
      components: [start, between, end],
      connections: [
        { from: 'if', port: near, to: 'ask' },
        { from: 'ask', port: 'approve', to: 'end' },
        { from: 'if', port: far, to: 'end' },
      ],
    });
    const card = places.get('ask') ?? { x: 0, y: 0 };
    const from = {
      x: (places.get('if')?.x ?? 0) + CARD_WIDTH,
      y: yOf(places, 'if') + portOffset(start, far),
    };
    const to = { x: places.get('end')?.x ?? 0, y: yOf(places, 'end') + cardHeight(end) / 2 };
    for (let part = 0; part <= 1; part += 0.02) {
      const { x, y } = onBezier(from, to, part);
      const isWithin = x > card.x && x < card.x + CARD_WIDTH && y > card.y && y < card.y + cardHeight(between);
      expect({ far, part, isWithin }).toEqual({ far, part, isWithin: false });
    }
  }
});

interface Point {
  x: number;
  y: number;
}

/** A point of a connection as the canvas draws it: a curve that leaves and arrives level. */
function onBezier(from: Point, to: Point, part: number): Point {
  const [middle, rest] = [(from.x + to.x) / 2, 1 - part];
  const at = (first: number, second: number, third: number, last: number): number =>
    rest ** 3 * first + 3 * rest ** 2 * part * second + 3 * rest * part ** 2 * third + part ** 3 * last;
  return { x: at(from.x, middle, middle, to.x), y: at(from.y, from.y, to.y, to.y) };
}

test('cards never overlap and keep a gap, in any graph', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const types = ['condition', 'transform', 'output', 'webhook', 'delay'];
  const graph = fc.record({
    types: fc.array(fc.constantFrom(...types), { minLength: ids.length, maxLength: ids.length }),
    ends: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom('next', 'true'), fc.constantFrom(...ids)), {
      maxLength: 14,
    }),
  });
  fc.assert(
    fc.property(graph, (given) => {
      const components = ids.map((id, index) => component(id, given.types[index]));
      const connections = given.ends.map(([from, port, to]) => ({ from, port, to }));
      const places = layOut({ components, connections });
      for (const one of components)
        for (const other of components) {
          if (one.id >= other.id) continue;
          const [here, there] = [places.get(one.id), places.get(other.id)];
          if (!here || !there) throw new Error('A component has no place');
          const apart =
            Math.abs(here.x - there.x) >= CARD_WIDTH + 40 ||
            there.y - here.y >= cardHeight(one) + 39 ||
            here.y - there.y >= cardHeight(other) + 39;
          expect(apart).toBe(true);
        }
    }),
  );
});

test('a component without a position is placed below the others, which stay where they are', () => {
  const placed = { ...component('a'), position: { x: 50, y: 70 } };
  const { components } = withPositions({ components: [placed, component('b'), component('c')], connections: [] });
  expect(components[0]).toBe(placed);
  const tops = components.map(({ position }) => position?.y ?? Number.NaN);
  expect(tops[1]).toBeGreaterThanOrEqual(70 + cardHeight(placed));
  expect(tops[2]).toBeGreaterThanOrEqual((tops[1] ?? 0) + cardHeight(component('b')));
});
