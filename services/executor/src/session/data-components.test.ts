import { afterAll, describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { PROGRAMS_ENTRY } from '@workflow/expressions';
import { createSandbox } from '@workflow/sandbox';
import { chain, component, connections, outputOf, sessionFixture } from './testing/session-fixture.ts';

const sandbox = createSandbox({
  processes: 1,
  maxQueued: 10,
  maxWaitMs: 60_000,
  heapMegabytes: 64,
  entry: PROGRAMS_ENTRY,
});
afterAll(() => sandbox.close());

const input = component('in', 'input', { placeholders: [{ key: 'a', type: 'JSON' }] });
const run = (type: string, config: JsonObject, a: Json) =>
  sessionFixture(
    chain(input, component('c', type, config, { output: 'c' }), component('out', 'output', { value: '{{ c }}' })),
    { sandbox },
  ).run({ placeholderValues: { a } });

describe('json-parse', () => {
  const fields = [
    { key: 'id', type: 'NUMBER' },
    {
      key: 'customer',
      type: 'OBJECT',
      fields: [
        { key: 'name', type: 'TEXT' },
        { key: 'vip', type: 'BOOLEAN', optional: true },
      ],
    },
  ];
  const parse = (source: Json) => run('json-parse', { source: '{{ a }}', fields }, source);

  test('reads declared fields and leaves others out', async () => {
    expect(outputOf(await parse('{"id":1,"customer":{"name":"Ada","age":3},"more":[]}'))).toEqual({
      id: 1,
      customer: { name: 'Ada' },
    });
  });
  test('takes JSON that is parsed already', async () => {
    expect(outputOf(await parse({ id: 1, customer: { name: 'Ada', vip: true } }))).toEqual({
      id: 1,
      customer: { name: 'Ada', vip: true },
    });
  });
  test.each([
    ['{"id":1}', 'FIELD_INVALID', 'customer'],
    ['{"id":"x","customer":{"name":"Ada"}}', 'FIELD_INVALID', 'id'],
    ['{"id":1,"customer":{}}', 'FIELD_INVALID', 'customer.name'],
    ['[]', 'FIELD_INVALID', 'object'],
    ['{', 'JSON_INVALID', 'not JSON'],
    ['', 'JSON_INVALID', 'not JSON'],
  ])('fails %s and names what is wrong', async (source, code, named) => {
    expect(await parse(source)).toMatchObject({
      kind: 'failed',
      error: { code, message: expect.stringContaining(named) },
    });
  });
});

describe('transform', () => {
  test.each<[string, string, Json]>([
    ['$sum(a.n)', 'NUMBER', 3],
    ['a[n = 2].n', 'NUMBER', 2],
    ['a.n', 'JSON', [1, 2]],
    ['{"first": a[0].n}', 'JSON', { first: 1 }],
  ])('%s gives %s', async (expression, type, expected) => {
    expect(outputOf(await run('transform', { expression, type }, [{ n: 1 }, { n: 2 }]))).toEqual(expected);
  });
  test.each([
    ['"x"', 'NUMBER', 'FIELD_INVALID'],
    ['a[n = 9]', 'JSON', 'FIELD_INVALID'],
    ['$x', 'JSON', 'EXPRESSION_ERROR'],
    ['1 / (a.n - 1)', 'JSON', 'EXPRESSION_ERROR'],
    ['{"rate": [a.n / 0]}', 'JSON', 'EXPRESSION_ERROR'],
    ['$map(a, function($one) { $one.n / 0 })', 'JSON', 'EXPRESSION_ERROR'],
    ['[1..5000000]', 'JSON', 'EXPRESSION_LIMIT'],
  ])('%s as %s fails', async (expression, type, code) => {
    expect(await run('transform', { expression, type }, [{ n: 1 }])).toMatchObject({ kind: 'failed', error: { code } });
  });
});

test.each<[string, JsonObject, string]>([
  ['transform', { expression: '', type: 'JSON' }, 'config.expression must not be empty'],
  ['transform', { expression: ' ', type: 'JSON' }, 'config.expression must not be empty'],
  ['condition', {}, 'config.expression must not be empty'],
  ['switch', { cases: [{ port: 'a', expression: '' }] }, 'config.cases[0].expression must not be empty'],
  [
    'condition',
    { expression: '1 +' },
    '1 +: the expression does not parse at character 3: Unexpected end of expression',
  ],
])('%s with %j fails, and its message begins with what is wrong', async (type, config, message) => {
  expect(await run(type, config, null)).toMatchObject({
    kind: 'failed',
    error: { code: 'EXPRESSION_ERROR', message },
  });
});

describe('dates', () => {
  const TEN = Date.UTC(2026, 0, 1, 10);
  test.each([
    '2026-01-01T10:00:00Z',
    '2026-01-01T11:00:00+01:00',
    '2026-01-01T11:00:00+01:00[Europe/Berlin]',
    '2026-01-01T10:00:00.000000000Z',
  ])('$toMillis and toMillis read %s', async (date) => {
    const config = { expression: '$toMillis(a)', type: 'NUMBER' };
    expect(outputOf(await run('transform', config, date))).toBe(TEN);
    const source = 'return toMillis(placeholders.a)';
    expect(outputOf(await run('code', { source, type: 'NUMBER' }, date))).toBe(TEN);
  });
  test.each<[string, Json, Json]>([
    ['$map(a, $toMillis)', ['2026-01-01T11:00:00+01:00[Europe/Berlin]'], [TEN]],
    ['a.$toMillis()', ['2026-01-01T10:00:00Z', '2026-01-01T11:00:00+01:00[Europe/Berlin]'], [TEN, TEN]],
    ['$toMillis("01.01.2026", "[D01].[M01].[Y0001]")', null, [Date.UTC(2026, 0, 1)]],
    ['[$toMillis(a.nothing)]', {}, []],
  ])('%s of %j', async (expression, a, expected) => {
    const guarded = expression.includes('nothing') ? `$exists(a.nothing) ? 1 : ${expression}` : expression;
    expect(outputOf(await run('transform', { expression: `[${guarded}]`, type: 'JSON' }, a))).toEqual(expected);
  });
  test.each([
    ['transform', { expression: '$toMillis(a)', type: 'NUMBER' }, 'EXPRESSION_ERROR'],
    ['code', { source: 'return toMillis(placeholders.a)', type: 'NUMBER' }, 'CODE_ERROR'],
  ])('%s fails on a value that is not a date', async (type, config, code) => {
    expect(await run(type, config, 'soon')).toMatchObject({ kind: 'failed', error: { code } });
  });
  test('a delay until a date with a zone waits', async () => {
    const until = '2126-01-01T11:00:00+01:00[Europe/Berlin]';
    expect(await run('delay', { until: '{{ a }}' }, until)).toMatchObject({
      kind: 'waiting',
      dueAt: new Date('2126-01-01T10:00:00Z'),
    });
  });
});

describe('lists', () => {
  test.each<[string, JsonObject]>([
    ['transform', { expression: 'a[$contains($, "vip")]', type: 'LIST' }],
    [
      'code',
      {
        source: 'const v = placeholders.a.filter((t) => t.includes("vip")); return v.length < 2 ? v[0] ?? null : v',
        type: 'LIST',
      },
    ],
    [
      'transform',
      { expression: '{"v": a[$contains($, "vip")]}', type: 'OBJECT', fields: [{ key: 'v', type: 'LIST' }] },
    ],
  ])('%s: one value is a list of one, nothing an empty list', async (type, config) => {
    const of = async (...tags: string[]) => {
      const result = outputOf(await run(type, config, tags));
      return Array.isArray(result) ? result : (result as { v: Json }).v;
    };
    expect(await of('vip', 'x', 'vip 2')).toEqual(['vip', 'vip 2']);
    expect(await of('vip', 'x')).toEqual(['vip']);
    expect(await of('x')).toEqual([]);
  });
});

describe('condition and switch', () => {
  test.each<[string, Json, string]>([
    ['a', true, 'true'],
    ['a', 0, 'false'],
    ['a', '', 'false'],
    ['a', 'x', 'true'],
    ['a', [], 'false'],
    ['a', [0, 1], 'true'],
    ['a', {}, 'false'],
    ['a > 2', 3, 'true'],
    ['a = null', null, 'true'],
  ])('%s of %j takes %s', async (expression, a, port) => {
    const definition = {
      components: [
        input,
        component('c', 'condition', { expression }),
        component('t', 'output', { value: 'true' }),
        component('f', 'output', { value: 'false' }),
      ],
      connections: connections('in>c', 'c.true>t', 'c.false>f'),
    };
    expect(outputOf(await sessionFixture(definition).run({ placeholderValues: { a } }))).toBe(port);
  });

  test.each<[Json, string]>([
    [1, 'small'],
    [50, 'big'],
    [10, 'default'],
  ])('a switch of %j takes the first case that holds: %s', async (a, port) => {
    const cases = [
      { port: 'small', expression: 'a < 5' },
      { port: 'big', expression: 'a > 20' },
      { port: 'never', expression: 'a > 40' },
    ];
    const definition = {
      components: [
        input,
        component('s', 'switch', { cases }),
        ...['small', 'big', 'never', 'default'].map((name) => component(name, 'output', { value: name })),
      ],
      connections: connections('in>s', 's.small>small', 's.big>big', 's.never>never', 's.default>default'),
    };
    expect(outputOf(await sessionFixture(definition).run({ placeholderValues: { a } }))).toBe(port);
  });
});

describe('code', () => {
  test('returns a value made from placeholders', async () => {
    expect(
      outputOf(await run('code', { source: 'return placeholders.a.map((n) => n * 2)', type: 'JSON' }, [1, 2])),
    ).toEqual([2, 4]);
  });
  test.each([
    ['for (;;) {}', 'CODE_TIMEOUT', 0.3],
    ['throw new Error("no")', 'CODE_ERROR', 30],
    ['return "x".repeat(3e6)', 'OUTPUT_TOO_LARGE', 30],
    ['return 1', 'FIELD_INVALID', 30],
  ])('fails the step: %s', async (source, code, timeoutSeconds) => {
    const definition = chain(input, component('c', 'code', { source, type: 'TEXT' }, { timeoutSeconds }));
    expect(await sessionFixture(definition, { sandbox }).run()).toMatchObject({
      kind: 'failed',
      error: { code, componentId: 'c' },
    });
  });
});

test('webhook passes the request on as one JSON text', async () => {
  const request = JSON.stringify({ method: 'POST', body: { id: 7 } });
  const definition = chain(
    component('hook', 'webhook', {}, { output: 'request' }),
    component('p', 'json-parse', { source: '{{ request }}', fields: [{ key: 'body', type: 'JSON' }] }, { output: 'p' }),
    component('out', 'output', { value: '{{ p.body.id }}' }),
  );
  expect(outputOf(await sessionFixture(definition).run({ componentId: 'hook', placeholderValues: { request } }))).toBe(
    7,
  );
});

test('an unknown type fails when it is reached', async () => {
  expect(await sessionFixture(chain(input, component('x', 'teleport'))).run()).toMatchObject({
    kind: 'failed',
    error: { code: 'UNKNOWN_COMPONENT_TYPE', componentId: 'x' },
  });
});
