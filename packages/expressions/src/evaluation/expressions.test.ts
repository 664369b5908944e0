import { afterAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { Json } from '@workflow/workflow-model';
import { createSandbox } from '@workflow/sandbox';
import { PROGRAMS_ENTRY } from '../program/programs-entry.ts';
import { StepFailure } from '@workflow/workflow-model';
import { compileExpression } from './compile-expression.ts';
import { compilePart, Room } from './compile-template.ts';
import type { EvaluationScope } from './evaluation-scope.ts';

const templateOf = (value: Json) => {
  const compiled = compilePart(value);
  return (scope: EvaluationScope) => (compiled === null ? value : compiled(scope, new Room(scope.limits)));
};

const sandbox = createSandbox({
  processes: 1,
  maxQueued: 50,
  maxWaitMs: 60_000,
  heapMegabytes: 64,
  entry: PROGRAMS_ENTRY,
});
afterAll(() => sandbox.close());

function scopeOf(placeholders: Record<string, Json>): EvaluationScope {
  return {
    placeholders: Object.assign(Object.create(null) as Record<string, Json>, placeholders),
    addressOf: ({ kind, name }) => Promise.resolve(`https://service.test/${kind}s/${name}`),
    revealSecret: (name) =>
      name === 'token' ? Promise.resolve('s3cr3t') : Promise.reject(new StepFailure('SECRET_MISSING', name)),
    sandbox,
    owner: { organizationId: 'a', workflowId: 'w' },
    signal: new AbortController().signal,
    limits: { sandboxTimeoutMs: 1_000, maxResultBytes: 10_000 },
  };
}
const evaluate = async (expression: string, placeholders: Record<string, Json> = {}) =>
  compileExpression(expression)(scopeOf(placeholders));
const fill = async (template: Json, placeholders: Record<string, Json> = {}) =>
  templateOf(template)(scopeOf(placeholders));

const order = {
  customer: { name: 'Ada', tags: ['a', 'b'] },
  items: [
    { sku: 'x', price: 2 },
    { sku: 'y', price: 3 },
  ],
  none: null,
};

describe('templates', () => {
  test.each<[string, Json, Json]>([
    ['a single template keeps a number', '{{ items[0].price }}', 2],
    ['a single template keeps a list', '{{ customer.tags }}', ['a', 'b']],
    ['a single template keeps null', '{{ none }}', null],
    ['a mixed one becomes text', 'Dear {{ customer.name }}, {{ items[1].price }}!', 'Dear Ada, 3!'],
    ['a mixed one contains JSON of values that are not text', 'tags={{ customer.tags }}', 'tags=["a","b"]'],
    ['spaces around make it mixed', ' {{ items[0].price }}', ' 2'],
    ['braces of objects and texts do not end it', '{{ {"a": {"b": "}}"}} }}', { a: { b: '}}' } }],
    ['text without a template stays', 'no } template { here }}', 'no } template { here }}'],
    [
      'strings within JSON are filled',
      { a: ['{{ customer.name }}', 1, { b: 'x{{ none }}' }], __proto__: null },
      { a: ['Ada', 1, { b: 'xnull' }] },
    ],
    ['paths through lists follow JSONata', '{{ items.sku }}', ['x', 'y']],
  ])('%s', async (_name, template, expected) => {
    expect(await fill(template, order)).toEqual(expected);
  });

  test.each(['{{ a', '{{ a }', '{{ "a }}', '{{ }}', '{{ 1 + }}'])('%s is refused', async (template) => {
    await expect(fill(template)).rejects.toMatchObject({ code: 'EXPRESSION_ERROR' });
  });

  test('any text without {{ is unchanged, and so is any value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.jsonValue(), async (text, value) => {
        expect(await fill(text.replaceAll('{{', ''))).toBe(text.replaceAll('{{', ''));
        expect(await fill('{{ value }}', { value: value as Json })).toEqual(value);
        const asText = typeof value === 'string' ? value : JSON.stringify(value);
        expect(await fill('<{{ value }}>', { value: value as Json })).toBe(`<${asText}>`);
      }),
    );
  });
});

describe('placeholders without a value', () => {
  test.each([
    ['a template', () => fill('{{ gone }}', order), 'placeholder gone has no value'],
    ['a field', () => fill('x {{ customer.email }}', order), 'placeholder customer.email has no value'],
    ['an expression', () => evaluate('gone & "!"', order), 'placeholder gone has no value'],
    ['an argument', () => evaluate('$count(customer.orders)', order), 'placeholder customer.orders has no value'],
    ['the last of several', () => evaluate('customer.email ?? gone', order), 'placeholder gone has no value'],
    ['a branch that is taken', () => evaluate('none = null ? gone : 1', order), 'placeholder gone has no value'],
    [
      'an expression in the sandbox',
      () => evaluate('$map(items, function($i) { $i.price * rate })', order),
      'placeholder rate has no value',
    ],
    [
      'a branch in the sandbox',
      () => evaluate('$map(items, function($i) { $i.price > 2 ? rate : 1 })', order),
      'placeholder rate has no value',
    ],
    [
      'a prototype member',
      () => fill('{{ customer.constructor }}', order),
      'placeholder customer.constructor has no value',
    ],
    ['a prototype', () => fill('{{ __proto__ }}', order), 'placeholder __proto__ has no value'],
  ])('fail the step, named: %s', async (_name, run, message) => {
    await expect(run()).rejects.toMatchObject({ code: 'PLACEHOLDER_MISSING', message });
  });

  test.each<[string, Json]>([
    ['gone ?? "none"', 'none'],
    ['customer.email ?? customer.name', 'Ada'],
    ['customer.name ?? gone', 'Ada'],
    ['$exists(gone) ? gone : 1', 1],
    ['$exists(gone)', false],
    ['none = null ? 1 : gone', 1],
    ['items[price > 9] ?? []', []],
    ['none = null ? items[price > 9].sku & "?" : 1', '?'],
    ['$exists(gone) and gone > 3', false],
    ['items.(price * 2)', [4, 6]],
  ])('may be missing where a guard allows it: %s', async (expression, expected) => {
    expect(await evaluate(expression, order)).toEqual(expected);
  });
});

describe('where an expression runs', () => {
  test('gives the same value in this process and in the sandbox', async () => {
    for (const expression of [
      'items.price',
      'items[0]',
      '$sum(items.price) / 2',
      'customer',
      'items.{"s": sku}',
      'customer.tags[1] & "!"',
      'items[sku = "y"].price',
      '[customer.tags, 1]',
      '{"n": $count(items)}',
    ]) {
      const request = {
        kind: 'expression',
        expression,
        input: JSON.stringify(order),
        secrets: {},
        limits: { timeoutMs: 1_000, maxResultBytes: 10_000 },
      } as const;
      const answer = await sandbox.run(request, scopeOf({}).owner);
      expect(answer).toEqual({ kind: 'value', json: JSON.stringify(await evaluate(expression, order)) });
    }
  });
});

describe('an expression of single values', () => {
  test.each<[string, Json]>([
    ['amount * 2', 42],
    ['amount > 20 and customer.name = "Ada"', true],
    ['(none)', null],
  ])('is evaluated without a promise: %s', (expression, expected) => {
    expect(compileExpression(expression)(scopeOf({ ...order, amount: 21 }))).toBe(expected);
  });

  test.each([['gone * 2'], ['item > 1'], ['customer.email = "x"']])(
    'fails like every other one if a placeholder has no value: %s',
    async (expression) => {
      await expect(evaluate(expression, order)).rejects.toMatchObject({ code: 'PLACEHOLDER_MISSING' });
    },
  );

  test('fails like every other one if a value has the wrong type', async () => {
    await expect(evaluate('customer.name * 2', order)).rejects.toMatchObject({ code: 'EXPRESSION_ERROR' });
  });

  test('may read a name without a value that its component adds', async () => {
    const compiled = compileExpression('request.body.amount = 1', 'config.filter', ['request']);
    expect(await compiled(scopeOf({ request: { body: {} } }))).toBe(false);
  });
});

describe('secrets', () => {
  test('are found by their literal name, here and in the sandbox', async () => {
    expect(await fill('Bearer {{ $secret("token") }}')).toBe('Bearer s3cr3t');
    expect(await evaluate('$join(["Bearer", $secret("token")], " ")')).toBe('Bearer s3cr3t');
  });

  test('fail the step when they are not there', async () => {
    await expect(fill('{{ $secret("other") }}')).rejects.toMatchObject({ code: 'SECRET_MISSING' });
  });

  test('cannot be named by a value', async () => {
    await expect(evaluate('$secret(customer.name)', order)).rejects.toThrow('literal');
  });
});

test('a process without CPU time does not fail an expression: a sandbox process evaluates it', async () => {
  const now = jest.spyOn(Date, 'now');
  let elapsed = 0;
  now.mockImplementation(() => (elapsed += 1_000));
  try {
    expect(await evaluate('items[0].price * 2', order)).toBe(4);
  } finally {
    now.mockRestore();
  }
});
