import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, link, output, UUID, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const FIELDS = [
  { key: 'text', type: 'TEXT' },
  { key: 'number', type: 'NUMBER' },
  { key: 'flag', type: 'BOOLEAN' },
  { key: 'at', type: 'DATE_TIME' },
  { key: 'tags', type: 'LIST' },
  {
    key: 'order',
    type: 'OBJECT',
    fields: [
      { key: 'total', type: 'NUMBER' },
      {
        key: 'address',
        type: 'OBJECT',
        fields: [
          { key: 'city', type: 'TEXT' },
          { key: 'since', type: 'DATE_TIME' },
        ],
      },
    ],
  },
  { key: 'json', type: 'JSON' },
];
const start = input(...FIELDS);
/** Outputs every placeholder as later components see it, or null. */
const end = output(Object.fromEntries(FIELDS.map(({ key }) => [key, `{{ ${key} ?? null }}`])));

const system = useContractSystem();
let workflowId: string;

beforeAll(async () => {
  workflowId = await system.api.publish('Typed', chain(start, end));
});

const run = (placeholderValues: JsonObject): Promise<Answer> =>
  system.clients[0]!.request(
    'POST',
    '/v1/workflow/run',
    { workflowId, componentId: start.id, placeholderValues },
    { prefer: 'wait=60' },
  );

describe("contract §2.2: values are answered normalized, under the caller's keys, and components see the same", () => {
  test.each<[string, Json, Json]>([
    ['number', '12.50', 12.5],
    ['number', '1e3', 1000],
    ['number', -0.5, -0.5],
    ['flag', 'true', true],
    ['flag', false, false],
    ['at', '2024-02-29', '2024-02-29T00:00:00Z'],
    ['at', '2024-01-02T03:04:05Z', '2024-01-02T03:04:05Z'],
    ['at', '2024-01-02T03:04', '2024-01-02T03:04:00Z'],
    ['at', '2024-01-02T03:04:05.123456789+05:30', '2024-01-02T03:04:05.123456789+05:30'],
    ['at', '2024-07-02T03:04:05+02:00[Europe/Vienna]', '2024-07-02T03:04:05+02:00[Europe/Vienna]'],
    ['tags', ['a', 'b'], ['a', 'b']],
    ['tags', '[a,b c, d]', ['a', 'b c', 'd']],
    ['tags', '["a, b"]', ['a, b']],
    ['tags', '[]', []],
    ['tags', '[one]', ['one']],
    ['json', [{ a: null }], [{ a: null }]],
    ['json', 'text', 'text'],
    ['text', '', ''],
    ['text', '😀', '😀'],
  ])('%s: %j is %j', async (key, sent, normalized) => {
    const { status, body } = await run({ [key]: sent });
    expect([status, body.placeholderValues]).toEqual([200, { [key]: normalized }]);
    expect(body.output).toMatchObject({ [key]: normalized });
  });

  test('rule 6: fields of objects by dotted keys', async () => {
    const { body } = await run({
      'order.total': '7',
      'order.address.city': 'Graz',
      'order.address.since': '2024-01-02',
    });
    expect(body.placeholderValues).toEqual({
      'order.total': 7,
      'order.address.city': 'Graz',
      'order.address.since': '2024-01-02T00:00:00Z',
    });
    expect(body.output).toMatchObject({
      order: { total: 7, address: { city: 'Graz', since: '2024-01-02T00:00:00Z' } },
    });
  });
});

describe('errors name the placeholder by its dotted key', () => {
  const messages: [JsonObject, RegExp][] = [
    [{ number: 'much' }, /^placeholderValues\.number must be a number$/],
    [{ 'order.total': 'much' }, /^placeholderValues\.order\.total must be a number$/],
    [{ number: null }, /^placeholderValues\.number must be a number$/],
    [{ flag: 1 }, /^placeholderValues\.flag must be true or false$/],
    [{ text: 5 }, /^placeholderValues\.text must be a string$/],
    [{ order: { total: 1 } }, /^placeholderValues\.order must be sent as dotted keys of its fields/],
    [{ order: 1 }, /^placeholderValues\.order must be sent as dotted keys of its fields/],
    [{ 'order.nothing': 1 }, /^placeholderValues\.order\.nothing is not available/],
    [{ nothing: 1 }, /^placeholderValues\.nothing is not a placeholder/],
    [
      { number: 'x', flag: 'x' },
      /^placeholderValues\.number must be a number; placeholderValues\.flag must be true or false$/,
    ],
    [{ text: 'a\u0000b' }, /^placeholderValues\.text /],
    [{ json: { deep: ['\uD800'] } }, /^placeholderValues\.json/],
    ...[
      '2023-02-29',
      '2024-01-02T24:00:00Z',
      '2024-01-02T03:04:05+0200',
      '2024-01-02T03:04:05+02:00[Europe/Nowhere]',
      '2024-01-02T03:04:05+02:00[Europe/Vienna]',
      'now',
    ].map((at): [JsonObject, RegExp] => [{ at }, /^placeholderValues\.at must be an ISO-8601/]),
    [{ tags: ['a', 1] }, /^placeholderValues\.tags\[1\] must be a string$/],
    ...['a,b', '[a', 5].map((tags): [JsonObject, RegExp] => [{ tags }, /^placeholderValues\.tags /]),
  ];

  test.each(messages)('%j', async (values, message) => {
    const { status, body } = await run(values);
    expect([status, body]).toEqual([
      400,
      { httpStatus: 400, errorId: expect.stringMatching(UUID), message: expect.stringMatching(message) },
    ]);
  });
});

describe('a session that starts in the middle', () => {
  const first = input('name');
  const second = component('transform', { expression: 'name & "!"', type: 'TEXT' }, { output: 'loud' });
  const third = component('transform', { expression: 'loud & "?"', type: 'TEXT' }, { output: 'asked' });
  const last = output('{{ asked }} {{ name ?? "nobody" }}');
  const parallel = component('transform', { expression: '1', type: 'NUMBER' }, { output: 'parallel' });
  let middleId: string;

  beforeAll(async () => {
    const definition = chain(first, second, third, last);
    middleId = await system.api.publish('Middle', {
      components: [...definition.components, parallel],
      connections: [...definition.connections, link(first, parallel), link(parallel, last)],
    });
  });

  test.each<[string, string, JsonObject, object]>([
    [
      'takes stand-ins for what its ancestors produce',
      third.id,
      { loud: 'Ada!' },
      { status: 'SUCCEEDED', output: 'Ada!? nobody' },
    ],
    [
      'does not wait for branches that it does not reach',
      second.id,
      { name: 'Ada' },
      { status: 'SUCCEEDED', output: 'Ada!? Ada' },
    ],
    [
      'can start at the last component',
      last.id,
      { asked: 'so?', name: 'Ada' },
      { status: 'SUCCEEDED', output: 'so? Ada' },
    ],
    [
      'fails at what was not sent, and names it',
      third.id,
      {},
      {
        status: 'FAILED',
        error: { code: 'PLACEHOLDER_MISSING', message: expect.stringContaining('loud'), componentId: third.id },
      },
    ],
  ])('%s', async (_what, componentId, placeholderValues, expected) => {
    const { body } = await system.clients[0]!.request(
      'POST',
      '/v1/workflow/run',
      { workflowId: middleId, componentId, placeholderValues },
      { prefer: 'wait=60' },
    );
    expect(body).toMatchObject(expected);
  });

  test.each([
    ['its own output', third.id, 'asked'],
    ['what follows', second.id, 'asked'],
    ['what is parallel', third.id, 'parallel'],
  ])('takes no stand-in for %s', async (_what, componentId, key) => {
    const { status, body } = await system.clients[0]!.request<{ message: string }>('POST', '/v1/workflow/run', {
      workflowId: middleId,
      componentId,
      placeholderValues: { [key]: '1' },
    });
    expect([status, body.message]).toEqual([
      400,
      `placeholderValues.${key} is not a placeholder available to the component`,
    ]);
  });
});
