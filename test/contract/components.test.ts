import { afterAll, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { component, input, link, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';
import { runGraph, runThrough, VALUES } from './run-components.ts';

const system = useContractSystem();

afterAll(async () => {}, 60_000);

describe('templates', () => {
  test('that are the whole string keep their type, others become text', async () => {
    const body = await runThrough(
      system,
      [],
      {
        n: '{{ number }}',
        f: '{{ flag }}',
        l: '{{ list }}',
        o: '{{ order }}',
        j: '{{ json }}',
        sum: '{{ number + 1 }}',
        mixed: 'no {{ number }}, {{ flag }}',
      },
      { number: 5, flag: 'true', list: '[p]', 'order.total': 1, json: [[1]] },
    );
    expect(body.output).toEqual({ n: 5, f: true, l: ['p'], o: { total: 1 }, j: [[1]], sum: 6, mixed: 'no 5, true' });
  });

  test.each([
    ['{{ text }}', 'text'],
    ['Hi {{ text }}', 'text'],
    ['{{ order.note }}', 'order.note'],
    ['{{ number + 1 }}', 'number'],
    ['{{ $uppercase(text) }}', 'text'],
  ])('%s fails without a value and names %s', async (template, missing) => {
    const body = await runThrough(system, [], template);
    expect(body).toMatchObject({
      status: 'FAILED',
      error: { code: 'PLACEHOLDER_MISSING', message: `placeholder ${missing} has no value` },
    });
  });

  test.each([
    ['{{ text ?? "none" }}', 'none'],
    ['{{ $exists(text) ? text : "none" }}', 'none'],
    ['{{ order.note ?? "none" }}', 'none'],
    ['{{ $exists(order.note) }}', false],
  ])('%s is guarded', async (template, expected) => {
    expect((await runThrough(system, [], template)).output).toBe(expected);
  });
});

describe('fail', () => {
  const runFailing = (code: string, message: string, values: JsonObject = {}) =>
    system.runChain([input(...VALUES), component('fail', { code, message })], values);

  test('ends the session with the code and the message that it makes of its templates', async () => {
    const { body } = await runFailing('ORDER_{{ text }}', 'order of {{ number }} refused', { text: 'R', number: 5 });
    expect(body).toMatchObject({
      status: 'FAILED',
      output: null,
      error: { code: 'ORDER_R', message: 'order of 5 refused', componentId: expect.any(String) },
    });
  });

  test('shows no secret in either', async () => {
    await system.api.request('PUT', '/v1/organization/secrets/of-a-failure', { value: 'quiet-quiet-1' });
    const { body } = await runFailing(`NO_{{ $secret('of-a-failure') }}`, `no {{ $secret('of-a-failure') }}`);
    expect(body.error).toMatchObject({ code: 'NO_***', message: 'no ***' });
  });

  test.each([
    ['{{ text ?? "" }}', 'code is empty'],
    [`${'x'.repeat(100)}{{ 1 }}`, 'code has 101 characters. The limit is 100'],
  ])('the code %s is refused', async (code, message) => {
    const { body } = await runFailing(code, 'refused');
    expect(body.error).toMatchObject({ code: 'CONFIG_INVALID', message });
  });
});

describe('json-parse', () => {
  const parse = component(
    'json-parse',
    {
      source: '{{ text }}',
      fields: [
        { key: 'total', type: 'NUMBER' },
        {
          key: 'who',
          type: 'OBJECT',
          fields: [
            { key: 'name', type: 'TEXT' },
            { key: 'nick', type: 'TEXT', optional: true },
          ],
        },
      ],
    },
    { output: 'parsed' },
  );

  test.each<[string, string, object]>([
    [
      'ignores what is not declared',
      '{"total":1,"who":{"name":"Ada","age":2},"x":3}',
      { status: 'SUCCEEDED', output: { total: 1, who: { name: 'Ada' } } },
    ],
    [
      'names a missing field',
      '{"who":{"name":"Ada"}}',
      { status: 'FAILED', error: { code: 'FIELD_INVALID', message: expect.stringContaining('total is required') } },
    ],
    [
      'names a wrong field',
      '{"total":1,"who":{"name":true}}',
      {
        status: 'FAILED',
        error: { code: 'FIELD_INVALID', message: expect.stringContaining('who.name must be a string') },
      },
    ],
    ['fails on what is not JSON', '{', { status: 'FAILED', error: { code: 'JSON_INVALID', componentId: parse.id } }],
  ])('%s', async (_what, text, expected) => {
    expect(await runThrough(system, [parse], '{{ parsed }}', { text })).toMatchObject(expected);
  });
});

describe('ways', () => {
  test.each([
    [20, 'large'],
    [5, 'middle'],
    [1, 'default'],
  ])('switch takes the first true case: %d goes by %s', async (number, port) => {
    const start = input(...VALUES);
    const choose = component('switch', {
      cases: [
        { port: 'large', expression: 'number > 10' },
        { port: 'middle', expression: 'number > 3' },
      ],
    });
    const ends = ['large', 'middle', 'default'].map((each) => ({ port: each, end: output(each) }));
    const body = await runGraph(
      system,
      [start, choose, ...ends.map(({ end }) => end)],
      [link(start, choose), ...ends.map(({ port: each, end }) => link(choose, end, each))],
      { number },
    );
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: port });
  });

  test('a join behind a condition runs as soon as one branch is known not to run', async () => {
    const start = input(...VALUES);
    const ask = component('condition', { expression: 'number > 3' });
    const [yes, no] = [
      component('transform', { expression: '"yes"', type: 'TEXT' }, { output: 'yes' }),
      component('transform', { expression: '"no"', type: 'TEXT' }, { output: 'no' }),
    ];
    const end = output('{{ yes ?? no }}');
    const connections = [
      link(start, ask),
      link(ask, yes, 'true'),
      link(ask, no, 'false'),
      link(yes, end),
      link(no, end),
    ];
    for (const [number, expected] of [
      [5, 'yes'],
      [1, 'no'],
    ] as const)
      expect((await runGraph(system, [start, ask, yes, no, end], connections, { number })).output).toBe(expected);
  });

  test('the last output in the definition wins, and without any the output is null', async () => {
    const start = input();
    const [one, two] = [output('one'), output('two')];
    expect((await runGraph(system, [start, two, one], [link(start, one), link(start, two)])).output).toBe('one');
    expect(await runGraph(system, [input()], [])).toMatchObject({ status: 'SUCCEEDED', output: null });
  });

  test('the error port takes a failure, and later components get the placeholder error', async () => {
    const start = input();
    const bad = component('transform', { expression: '$error("boom")', type: 'TEXT' }, { output: 'never' });
    const taken = output({ error: '{{ error }}' });
    const body = await runGraph(
      system,
      [start, bad, taken, output('next')],
      [link(start, bad), link(bad, taken, 'error')],
    );
    expect(body).toMatchObject({
      status: 'SUCCEEDED',
      error: null,
      output: { error: { code: 'EXPRESSION_ERROR', message: 'boom', componentId: bad.id } },
    });
  });
});

describe('code', () => {
  test.each<[string, string, string, object]>([
    ['returns a value of its type', 'return placeholders.order.total * 2', 'NUMBER', { output: 6 }],
    ['sees no value as undefined', 'return placeholders.text === undefined', 'BOOLEAN', { output: true }],
    [
      'fails when it throws',
      'throw new Error("bad")',
      'TEXT',
      { error: { code: 'CODE_ERROR', message: expect.stringContaining('bad') } },
    ],
    ['fails when the type is another', 'return "x"', 'NUMBER', { error: { code: 'FIELD_INVALID' } }],
    [
      'has no process, no modules and no network',
      'return [typeof process, typeof require, typeof fetch]',
      'LIST',
      { output: ['undefined', 'undefined', 'undefined'] },
    ],
  ])('%s', async (_what, source, type, expected) => {
    expect(
      await runThrough(system, [component('code', { source, type }, { output: 'result' })], '{{ result }}', {
        'order.total': 3,
      }),
    ).toMatchObject(expected);
  });
});

describe('delay', () => {
  test.each([
    ['a number', { seconds: 1 }],
    ['a template', { seconds: '{{ number }}' }],
    ['a time', { until: '{{ text }}' }],
  ])('of %s', async (_what, config) => {
    const until = Date.now() + 1_000;
    const body = await runThrough(system, [component('delay', config)], 'waited', {
      number: 1,
      text: new Date(until).toISOString(),
    });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: 'waited' });
    expect(Date.now()).toBeGreaterThanOrEqual(until - 50);
  });
});
