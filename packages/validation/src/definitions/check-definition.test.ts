import { expect, test } from '@jest/globals';
import { busyMs } from '@workflow/test-harness';
import fc from 'fast-check';
import { COMPONENT_TYPES } from '@workflow/components/descriptors';
import type { Component, Json } from '@workflow/workflow-model';
import { checkDefinition } from '../index.ts';
import { answer, component, connect, GOOD, idOf, input, problemsOf, problemsOfOne } from './definition-fixtures.ts';

test('a good definition has no problem', async () => {
  expect(await problemsOf(GOOD)).toEqual([]);
});

test('a definition of every type has no problem', async () => {
  const target = { workflowId: idOf(90), componentId: idOf(91) };
  const components = [
    component(
      1,
      'webhook',
      {
        verification: { scheme: 'hmac', secret: 's', header: 'x-signature' },
        deduplicateBy: ['x-id'],
        rateLimit: { perMinute: 60, burst: 10 },
      },
      { output: 'request' },
    ),
    component(
      2,
      'json-parse',
      { source: '{{ request }}', fields: [{ key: 'body', type: 'JSON' }] },
      { output: 'delivery', name: 'Read it' },
    ),
    component(3, 'switch', { cases: [{ port: 'big', expression: 'delivery.body.total > 10' }] }),
    component(4, 'condition', { expression: '$exists(delivery.body.wait)' }),
    component(
      5,
      'http-request',
      {
        method: 'POST',
        url: 'http://localhost/{{ delivery.body.id }}',
        headers: { authorization: "{{ $secret('key') }}" },
        body: { a: ['{{ delivery }}'] },
      },
      { output: 'price', retry: { maxAttempts: 3 }, timeoutSeconds: 5 },
    ),
    component(6, 'delay', { seconds: 0.5 }),
    component(7, 'delay', { until: '{{ delivery.body.at }}' }),
    component(8, 'code', { source: 'return 1', type: 'NUMBER' }, { output: 'count' }),
    component(
      9,
      'run-workflow',
      { ...target, placeholderValues: { 'a.b': '{{ delivery }}' }, wait: false },
      { output: 'child' },
    ),
    component(
      10,
      'for-each',
      { items: '{{ delivery.body.items }}', ...target, itemKey: 'item', concurrency: 3 },
      { output: 'children' },
    ),
    component(11, 'output', { value: '{{ error.message }}' }),
  ];
  const connections = [
    connect(1, 2),
    connect(2, 3),
    connect(3, 4, 'big'),
    connect(3, 8, 'default'),
    connect(4, 6, 'true'),
    connect(4, 7, 'false'),
    connect(6, 5),
    connect(7, 9),
    connect(8, 10),
    connect(5, 11, 'error'),
  ];
  expect(await problemsOf({ components, connections })).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ['the definition is an object', [], ['-  the definition must be an object']],
  ['there are components', {}, ['- /components components is required']],
  ['it has no unknown fields', { ...GOOD, nodes: [] }, ['- /nodes nodes is not a known field']],
  ['components are objects', { components: [1] }, ['- /components/0 components[0] must be an object']],
  ['ids are UUIDs', { components: [{ ...input, id: 'x-000000000007' }] }, ['7 /id id must be a UUID']],
  ['types are texts', { components: [{ ...input, type: 1 }] }, ['1 /type type must be a string']],
  [
    'names are not endless',
    { components: [{ ...input, name: 'x'.repeat(201) }] },
    ['1 /name name must have at most 200 characters'],
  ],
  [
    'a component has no unknown fields',
    { components: [{ ...input, retries: 3 }] },
    ['1 /retries retries is not a known field'],
  ],
  [
    'retry.maxAttempts has a limit',
    { components: [{ ...input, retry: { maxAttempts: 21 } }] },
    ['1 /retry/maxAttempts retry.maxAttempts must be at most 20'],
  ],
  [
    'timeoutSeconds is positive',
    { components: [{ ...input, timeoutSeconds: 0 }] },
    ['1 /timeoutSeconds timeoutSeconds must be at least 0.001'],
  ],
  [
    'a connection has both ends and a port',
    { ...GOOD, connections: [{ from: idOf(1) }] },
    ['- /connections/0/port connections[0].port is required', '- /connections/0/to connections[0].to is required'],
  ],
  [
    'no text holds NUL',
    { components: [{ ...input, name: '\u0000' }] },
    ['-  the definition must not contain NUL characters or lone surrogates'],
  ],
])('shape: %s', async (_, definition, problems) => {
  expect(await problemsOf(definition)).toEqual(problems);
});

test('there is at least one component', async () => {
  expect(await problemsOf({ components: [], connections: [] })).toEqual([
    '- /components The workflow has no components',
  ]);
});

test('there are at most 1,000 components', async () => {
  const components = Array.from({ length: 1_001 }, (_, number) => component(number, 'output', { value: 1 }));
  expect(await problemsOf({ components })).toEqual(['- /components components must have at most 1000 items']);
});

test('ids are unique, in whatever case', async () => {
  const id = 'aaaaaaaa-7c1a-7b3e-9d55-000000000001';
  expect(
    await problemsOf({
      components: [
        { ...input, id },
        { ...answer, id: id.toUpperCase(), config: { value: 1 } },
      ],
    }),
  ).toEqual([`1 /id Two components have the id ${id}`]);
});

test('connections resolve', async () => {
  expect(await problemsOf({ components: [input], connections: [connect(1, 8)] })).toEqual([
    `1 /connections/0/to A connection leads to ${idOf(8)}, which does not exist`,
  ]);
  expect(
    await problemsOf({ components: [component(2, 'output', { value: 1 })], connections: [connect(8, 2)] }),
  ).toEqual([`2 /connections/0/from A connection begins at ${idOf(8)}, which does not exist`]);
});

test('ports exist', async () => {
  expect(await problemsOf({ ...GOOD, connections: [connect(1, 2), connect(2, 3, 'true'), connect(2, 3)] })).toEqual([
    '2 /connections/1/port There is no port true. The ports are next, error',
  ]);
});

test('duplicate connections are refused', async () => {
  expect(await problemsOf({ ...GOOD, connections: [...GOOD.connections, connect(2, 3)] })).toEqual([
    '2 /connections/2 The port next has two connections to the same component',
  ]);
});

test('connections to a trigger are refused', async () => {
  const early = component(4, 'delay', { seconds: 1 });
  expect(
    await problemsOf({ components: [early, ...GOOD.components], connections: [connect(4, 1), ...GOOD.connections] }),
  ).toEqual(['1 /connections/0/to A connection cannot lead to a trigger']);
});

test('a cycle is refused, naming its components', async () => {
  const wait = component(4, 'delay', { seconds: 1 }, { name: 'Wait' });
  expect(
    await problemsOf({
      components: [...GOOD.components, wait],
      connections: [...GOOD.connections, connect(3, 4), connect(4, 2)],
    }),
  ).toEqual(['2  The connections form a cycle: transform → output → Wait → transform']);
});

test('types exist', async () => {
  expect(await problemsOfOne('http', {})).toEqual(['2 /type There is no component type http']);
});

test('all problems are named together', async () => {
  const broken = [
    component(1, 'nonsense'),
    component(2, 'delay'),
    component(3, 'output', { value: '{{ x }}' }, { name: 'End' }),
  ];
  expect(await problemsOf({ components: broken, connections: [connect(2, 3, 'true'), connect(3, 2)] })).toEqual([
    '1 /type There is no component type nonsense',
    '2 /config config must have either seconds or until',
    '2 /connections/0/port There is no port true. The ports are next, error',
    '2  The connections form a cycle: delay → End → delay',
    '3 /config/value There is no placeholder x',
  ]);
});

const anyComponent = fc.record(
  {
    id: fc.oneof(fc.constantFrom(idOf(1), idOf(2), idOf(3)), fc.jsonValue()),
    type: fc.oneof(fc.constantFrom(...COMPONENT_TYPES.map(({ type }) => type)), fc.jsonValue()),
    output: fc.oneof(fc.constantFrom('a', 'b', 'error', ''), fc.jsonValue()),
    config: fc.oneof(
      fc.dictionary(
        fc.constantFrom('placeholders', 'fields', 'cases', 'expression', 'value', 'source', 'type'),
        fc.oneof(fc.jsonValue(), fc.constant('{{ a }}')),
      ),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: ['id', 'type'] },
);
const anyConnection = fc.record({
  from: fc.constantFrom(idOf(1), idOf(2), idOf(3)),
  port: fc.constantFrom('next', 'error', 'true'),
  to: fc.constantFrom(idOf(1), idOf(2), idOf(3)),
});

test('no JSON makes the check throw, and every problem has a message', async () => {
  const anyDefinition = fc.oneof(
    fc.jsonValue(),
    fc.record({
      components: fc.array(anyComponent, { maxLength: 4 }),
      connections: fc.array(anyConnection, { maxLength: 4 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(anyDefinition, async (definition) =>
      (await checkDefinition(definition)).every(({ message }) => message.length > 0),
    ),
    { numRuns: 300 },
  );
});

/** Values that no property of a component has, among them an object that cannot be written as text. */
const ODD: Json[] = [null, 1, 'x', [], {}, { toString: 1, valueOf: 1 }, [null], { components: [null] }];

test.each(ODD.map((odd) => [JSON.stringify(odd), odd] as const))('%s in any place is a problem', async (_, odd) => {
  const one = { id: idOf(1), type: 'for-each', config: {} };
  const list = (...components: Json[]): Json => ({ components, connections: [] });
  const definitions: Json[] = [
    odd,
    { components: odd, connections: [] },
    { components: [one], connections: odd },
    { components: [{ ...one, within: idOf(1) }], connections: odd },
    list(odd),
    list(one, { ...one, within: idOf(1) }, odd),
    list({ ...one, config: odd }),
    list({ ...one, id: {}, config: odd }),
    list({ ...one, type: odd, config: { body: odd } }),
    list({ ...one, type: odd, within: idOf(1) }),
    list({ ...one, config: { body: odd } }),
    list({ ...one, config: { body: list({ ...one, type: odd, config: odd }) } }),
  ];
  for (const definition of definitions) expect(await checkDefinition(definition)).not.toEqual([]);
});

test('checking a chain of a thousand components takes time that does not grow with its paths', async () => {
  const components = Array.from({ length: 1_000 }, (_, number) =>
    component(
      number,
      'transform',
      { expression: number === 0 ? '1' : `p${number - 1} + 1`, type: 'NUMBER' },
      { output: `p${number}` },
    ),
  );
  const connections = components.slice(1).map((_, index) => connect(index, index + 1));
  const tookMs = await busyMs(async () => expect(await problemsOf({ components, connections })).toEqual([]));
  expect(tookMs).toBeLessThan(5_000);
});

test('what is disabled is not checked, except for its connections and names', async () => {
  const [start, greet, end] = GOOD.components as [Component, Component, Component];
  const unfinished = component(4, 'http-request', { url: '{{ nothing }}' }, { disabled: true, output: 'response' });
  const unchecked = { components: [start, greet, end, unfinished], connections: [...GOOD.connections, connect(2, 4)] };
  expect(await problemsOf(unchecked)).toEqual([]);
  expect(
    await problemsOf({ ...unchecked, components: [start, greet, end, { ...unfinished, disabled: false }] }),
  ).toEqual(expect.arrayContaining([expect.stringMatching(/^4 \/config\/url There is no placeholder nothing/)]));
  expect(
    await problemsOf({ ...unchecked, components: [start, greet, end, { ...unfinished, output: 'greeting' }] }),
  ).toEqual([expect.stringMatching(/^4 \/output /)]);
});

test('a workflow of disabled components alone cannot be published', async () => {
  const components = GOOD.components.map((one) => ({ ...one, disabled: true }));
  expect(await problemsOf({ ...GOOD, components })).toEqual(['- /components Every component is disabled']);
});

test.each<[string, object, string]>([
  ['a text that is too long', { text: 'x'.repeat(4_001) }, '- /notes/0/text'],
  ['an unknown color', { color: 'pink' }, '- /notes/0/color'],
  ['a size out of bounds', { size: { width: 10, height: 100 } }, '- /notes/0/size/width'],
  ['no position', { position: undefined }, '- /notes/0/position'],
])('a note with %s is a problem', async (_what, wrong, place) => {
  const note = { id: idOf(9), text: 'Why', position: { x: 0, y: 0 } };
  expect(await problemsOf({ ...GOOD, notes: [note] })).toEqual([]);
  const [problem] = await problemsOf({ ...GOOD, notes: [JSON.parse(JSON.stringify({ ...note, ...wrong }))] });
  expect(problem).toContain(place);
});
