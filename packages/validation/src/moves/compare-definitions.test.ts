import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import type { Component, Connection, Definition, DefinitionMove, JsonObject } from '@workflow/workflow-model';
import { component, connect } from '../definitions/definition-fixtures.ts';
import { compareDefinitions } from './compare-definitions.ts';

const start = component(1, 'input', { placeholders: [{ key: 'total', type: 'NUMBER' }] });
const price = component(2, 'transform', { expression: 'total * 2', type: 'NUMBER' }, { output: 'price' });
const call = component(3, 'http-request', { method: 'GET', url: 'http://a.test/{{ price }}' }, { output: 'answer' });
const code = component(4, 'code', { source: 'return placeholders.price', type: 'NUMBER' }, { output: 'sum' });
const end = component(5, 'output', { value: '{{ sum }}' });
const all = [start, price, call, code, end];
const line = [connect(1, 2), connect(2, 3), connect(3, 4), connect(4, 5)];
const before: Definition = { components: all, connections: line };

/** Returns the definition with some components and connections replaced. */
function after(changed: Component[], connections: Connection[] = line): Definition {
  const byId = new Map(changed.map((one) => [one.id, one]));
  const own = all.filter(({ id }) => !byId.has(id));
  return { components: [...own, ...changed].sort((a, b) => (a.id < b.id ? -1 : 1)), connections };
}

function changes(move: DefinitionMove): string[] {
  if (move.kind !== 'possible') throw new Error(move.reason);
  return move.changes.map(({ componentId, change }) => `${Number(componentId.slice(-12))} ${change}`);
}

const compare = (to: Definition, from = before) => compareDefinitions(from, to, start.id);

test.each<[string, Definition, string[]]>([
  ['nothing', after([]), []],
  ['the order of keys', after([{ ...call, config: { url: call.config['url']!, method: 'GET' } }]), []],
  [
    'names, positions, retries and timeouts',
    after([{ ...call, name: 'Call', position: { x: 1, y: 2 }, retry: { maxAttempts: 3 }, timeoutSeconds: 9 }]),
    [],
  ],
  ['a config', after([{ ...code, config: { ...code.config, source: 'return 1' } }]), ['4 changed', '5 inputs-changed']],
  ['a type', after([{ ...end, type: 'transform' }]), ['5 changed']],
  [
    'a version of a package',
    after([{ ...call, version: '2.0.0' }]),
    ['3 changed', '4 inputs-changed', '5 inputs-changed'],
  ],
  [
    'a component between two others',
    after([component(6, 'delay', { seconds: 1 })], [connect(1, 2), connect(2, 6), connect(6, 3), ...line.slice(2)]),
    ['3 inputs-changed', '4 inputs-changed', '5 inputs-changed', '6 added'],
  ],
  ['a component at the end', after([component(6, 'output', {})], [...line, connect(5, 6)]), ['6 added']],
  ['what leads to a component', after([], [...line.slice(0, 3), connect(4, 5, 'error')]), ['5 inputs-changed']],
  ['a component is disabled', after([{ ...call, disabled: true }]), ['3 removed', '4 removed', '5 removed']],
  [
    'a component is gone',
    { components: [start, price, code, end], connections: [connect(1, 2), connect(2, 4), connect(4, 5)] },
    ['4 inputs-changed', '5 inputs-changed', '3 removed'],
  ],
  ['a field that was not stored is read', after([{ ...end, config: { value: '{{ answer.text }}' } }]), ['5 changed']],
])('%s', (_, to, expected) => {
  expect(compare(to)).toMatchObject({ kind: 'possible' });
  expect(changes(compare(to))).toEqual(expected);
});

test('an effect runs again when a field is read that it leaves out where nobody reads it', () => {
  const transform = { ...code, type: 'transform', config: { expression: 'price', type: 'NUMBER' } };
  const from = { components: [start, price, call, transform, end], connections: line };
  const reading = { ...end, config: { value: '{{ answer.text }}' } };
  const to = { components: [start, price, call, transform, reading], connections: line };
  expect(changes(compare(to, from))).toEqual(['3 changed', '4 inputs-changed', '5 changed']);
  const status = { ...end, config: { value: '{{ answer.status }}' } };
  expect(changes(compare({ ...to, components: [start, price, call, transform, status] }, from))).toEqual(['5 changed']);
});

test('a placeholder with another name keeps its result, and what reads it under that name runs', () => {
  const renamed = { ...price, output: 'cost' };
  const reading = { ...call, config: { ...call.config, url: 'http://a.test/{{ cost }}' } };
  expect(changes(compare(after([renamed, reading])))).toEqual(['3 changed', '4 inputs-changed', '5 inputs-changed']);
});

test('two producers that swap their names change the inputs of others', () => {
  const one = component(2, 'transform', { expression: '1', type: 'NUMBER' }, { output: 'a' });
  const two = component(3, 'transform', { expression: '2', type: 'NUMBER' }, { output: 'b' });
  const readsA = component(4, 'output', { value: '{{ a }}' });
  const readsAll = component(5, 'code', { source: 'return placeholders["a"]', type: 'NUMBER' });
  const connections = [connect(1, 2), connect(2, 3), connect(3, 4), connect(3, 5)];
  const from = { components: [start, one, two, readsA, readsAll], connections };
  const swapped = [start, { ...one, output: 'b' }, { ...two, output: 'a' }, readsA, readsAll];
  expect(changes(compareDefinitions(from, { components: swapped, connections }, start.id))).toEqual([
    '4 inputs-changed',
    '5 inputs-changed',
  ]);
});

test('only what a session runs is compared', () => {
  const other = component(7, 'input', { placeholders: [] });
  const to = { components: [...all, other], connections: [...line, connect(7, 5)] };
  expect(changes(compare(to))).toEqual([]);
  const onlyPrice = { test: { onlyThisComponent: true as const } };
  const changedCall = after([{ ...call, config: { ...call.config, method: 'POST' } }]);
  expect(changes(compareDefinitions({ ...before, ...onlyPrice }, { ...changedCall, ...onlyPrice }, price.id))).toEqual(
    [],
  );
});

const body = { components: [], connections: [] };
const loop = component(10, 'for-each', { items: '{{ [1, 2] }}', itemKey: 'item', body }, { output: 'all' });
const first = component(11, 'transform', { expression: 'item', type: 'NUMBER' }, { output: 'sum', within: loop.id });
const result = component(12, 'output', { value: '{{ sum }}' }, { within: loop.id });
const nested = component(13, 'for-each', { items: '{{ [item] }}', itemKey: 'part', body }, { within: loop.id });
const part = component(14, 'output', { value: '{{ part }}' }, { within: nested.id });

test.each<[string, Component[], Component[], string[], Component[]]>([
  ['the name of a component in it', [loop, first, result], [loop, { ...first, name: 'Sum' }, result], [], []],
  [
    'only the loop around it',
    [loop, first, result],
    [{ ...loop, config: { ...loop.config, concurrency: 3 } }, first, result],
    ['10 changed'],
    [],
  ],
  [
    'a component in it',
    [loop, first, result],
    [loop, first, { ...result, config: { value: 'x' } }],
    ['10 changed'],
    [first],
  ],
  ['a body in it', [loop, nested, part], [loop, nested, { ...part, config: { value: 'x' } }], ['10 changed'], [nested]],
  ['a new loop', [], [loop, first, result], ['10 added'], [first]],
])('names the components at which changed bodies begin: %s', (_, earlier, later, changed, begin) => {
  const withLoop = (components: Component[]): Definition => ({
    components: [start, ...components],
    connections: [connect(1, 10), connect(11, 12)].filter(({ to }) => components.some(({ id }) => id === to)),
  });
  const move = compare(withLoop(later), withLoop(earlier));
  expect(move).toMatchObject({ changedBodies: begin.map(({ id }) => id) });
  expect(changes(move)).toEqual(changed);
});

test('is impossible without the component where the session started, with the reason', () => {
  const named = { ...before, components: [{ ...start, name: 'Order' }, ...all.slice(1)] };
  expect(compare({ components: all.slice(1), connections: [] }, named)).toEqual({
    kind: 'impossible',
    reason: "it has no component 'Order', where the session started",
  });
  expect(compare(after([{ ...start, disabled: true }]))).toEqual({
    kind: 'impossible',
    reason: "its component 'input', where the session started, is disabled",
  });
});

test('names values that the other version does not take', () => {
  const text = { ...start, config: { placeholders: [{ key: 'total', type: 'BOOLEAN' }] } };
  const problemsOf = (to: Definition, values: JsonObject) => {
    const move = compare(to);
    return move.kind === 'possible' ? move.check(values) : [];
  };
  expect(problemsOf(before, { total: 7, gathered: [] })).toEqual([]);
  expect(problemsOf(after([text]), { total: 7 })).toEqual([expect.stringContaining('placeholderValues.total')]);
  expect(problemsOf(after([{ ...start, config: { placeholders: [] } }]), { total: 7 })).toEqual([
    expect.stringContaining('total'),
  ]);
});

test('compares large definitions in time that grows with their size', () => {
  const count = 1_000;
  const names = Array.from({ length: 20 }, (_, index) => `v${index}`);
  const large: Definition = {
    components: [
      { ...start, config: { placeholders: names.map((key) => ({ key, type: 'TEXT' })) } },
      ...Array.from({ length: count - 1 }, (_, index) =>
        component(index + 2, 'http-request', {
          method: 'POST',
          url: 'http://a.test/',
          body: names.map((name) => `{{ ${name} }}`).join(' '),
        }),
      ),
    ],
    connections: Array.from({ length: count - 1 }, (_, index) => connect(index + 1, index + 2)),
  };
  const other = structuredClone(large);
  other.components[500]!.config['url'] = 'http://b.test/';
  expect(changes(compareDefinitions(large, other, start.id))).toHaveLength(500);
});

test('many optional fields that many components leave out are compared in little time', async () => {
  const fields = Array.from({ length: 150 }, (_, index) => ({ key: `f${index}`, type: 'TEXT', optional: true }));
  const asked = Array.from({ length: 30 }, (_, index) => `k${index}`);
  const reads = asked.map((name) => `${name}.other`).join(' & ');
  const large: Definition = {
    components: [
      start,
      ...asked.map((output, index) => component(index + 2, 'ask-model', { fields }, { output })),
      ...Array.from({ length: 600 }, (_, index) => component(index + 100, 'transform', { expression: reads })),
    ],
    connections: [
      ...asked.map((_, index) => connect(1, index + 2)),
      ...Array.from({ length: 600 }, (_, index) => connect(2, index + 100)),
    ],
  };
  const other = structuredClone(large);
  other.components.at(-1)!.config['expression'] = 'k3.f7';
  const longestMs = await longestTurnMs(async () => {
    expect(changes(compareDefinitions(large, other, start.id))).toEqual(['5 changed', '699 changed']);
  }, 250);
  expect(longestMs).toBeLessThan(250);
});
