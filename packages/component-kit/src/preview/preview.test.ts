import { expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { defineComponent } from '../describe/define-component.ts';
import { withTextType } from '../describe/config-sites.ts';
import { fieldsSchema, readFields } from '../describe/field-schema.ts';
import type { JsonSchema } from '../describe/config-types.ts';
import { defineRunner } from '../run/define-runner.ts';
import { readJsonSource } from '../run/read-json-source.ts';
import { runComponent } from '../testing.ts';
import { previewField } from './preview-field.ts';
import { previewJson, previewOutput } from './preview-output.ts';

const VALUES: JsonObject = {
  total: 250,
  name: 'Ada Lovelace',
  nothing: null,
  quote: String.raw`"\n`,
  order: { id: 'a/b', lines: [{ price: 2 }, { price: 3 }] },
  request: '{"method":"POST","body":{"id":7}}',
};

const NO_OTHERS = { properties: {}, config: {} };

/** Returns the value of the field in a step, or the message with which the step fails. */
async function inAStep(
  field: JsonSchema,
  value: Json,
  others: { properties: JsonObject; config: JsonObject } = NO_OTHERS,
): Promise<unknown> {
  const descriptor = defineComponent({
    type: 'probe',
    title: 'Probe',
    description: 'Gives its field.',
    category: 'data',
    configSchema: { type: 'object', properties: { field, ...others.properties } } as JsonSchema,
    hasEffect: false,
    produces: { name: 'probed', type: 'JSON' },
  });
  const runner = defineRunner(descriptor, {
    async run(context) {
      const { field: resolved } = context.config as { field: unknown };
      const output = typeof resolved === 'function' ? await (resolved as () => Promise<Json>)() : (resolved as Json);
      return { kind: 'succeeded', output: orNone(output) };
    },
  });
  const { outcome } = await runComponent({ descriptor, runner } as never, { field: value, ...others.config }, VALUES);
  if (outcome.kind === 'waiting') throw new Error('a probe does not wait');
  return outcome.kind === 'succeeded' ? outcome.output : outcome.message;
}

function orNone(value: Json | undefined): Json {
  return value === undefined ? '(no value)' : value;
}

async function inAPreview(field: JsonSchema, value: Json): Promise<unknown> {
  try {
    return orNone(await previewField(field, value, VALUES));
  } catch (error) {
    return (error as Error).message;
  }
}

const JSON_FIELD = { 'x-control': 'json' };
const TEMPLATE = { 'x-control': 'template' };
const EXPRESSION = { 'x-control': 'expression' };

test.each<[JsonSchema, Json, unknown]>([
  [JSON_FIELD, { amount: '{{ total }}' }, { amount: 250 }],
  [JSON_FIELD, { amount: '{{ total }} EUR', at: [1, '{{ nothing }}'] }, { amount: '250 EUR', at: [1, null] }],
  [JSON_FIELD, { by: '{{ missing }}' }, 'placeholder missing has no value'],
  [JSON_FIELD, { by: '{{ order.missing }}' }, 'placeholder order.missing has no value'],
  [TEMPLATE, 'to {{ missing }}', 'placeholder missing has no value'],
  [TEMPLATE, '{{ nothing }}', null],
  [TEMPLATE, 'a {{ nothing }} b', 'a null b'],
  [TEMPLATE, '{{ order.lines }}', [{ price: 2 }, { price: 3 }]],
  [TEMPLATE, '{{ $sum(order.lines.price) }}', 5],
  [TEMPLATE, '{{ $eval(request).body.id }}', 7],
  [TEMPLATE, '{{ missing ?? "no one" }}', 'no one'],
  [{ ...TEMPLATE, 'x-template': 'text' }, '{{ total }}', '250'],
  [{ ...TEMPLATE, 'x-template': 'list' }, '{{ total }}', [250]],
  [
    { ...TEMPLATE, 'x-template': 'url' },
    'https://x.test/{{ order.id }}?q={{ name }}',
    'https://x.test/a%2Fb?q=Ada%20Lovelace',
  ],
  [{ ...JSON_FIELD, 'x-template': 'optional' }, { a: '{{ order.lines[price > 9] }}' }, { a: null }],
  [EXPRESSION, 'total * 2', 500],
  [EXPRESSION, 'order.lines[price > 9]', '(no value)'],
  [EXPRESSION, 'total ~', expect.stringContaining('does not parse')],
])('%j of %j is the same in a preview as in a step', async (field, value, expected) => {
  const previewed = await inAPreview(field, value);
  expect(previewed).toEqual(expected);
  expect(JSON.stringify(previewed)).toBe(JSON.stringify(await inAStep(field, value)));
});

const WRITTEN = { 'x-control': 'json', 'x-text-of': 'bodyType' };
const QUOTED = 'call "{{ quote }}"';

test.each<[JsonObject, string, unknown]>([
  [{}, '{"a":"{{ quote }}"}', String.raw`{"a":"\"\\n"}`],
  [{ bodyType: 'json' }, '{"a":{{ quote }}, "b":"{{ total }}"}', String.raw`{"a":"\"\\n", "b":"250"}`],
  [{ bodyType: 'application/problem+json' }, '{"a":"{{ quote }}"}', String.raw`{"a":"\"\\n"}`],
  [{ bodyType: 'form' }, 'a={{ order.id }}&b={{ name }}', 'a=a%2Fb&b=Ada+Lovelace'],
  [{ bodyType: 'text' }, QUOTED, String.raw`call ""\n"`],
  [{ bodyType: '{{ name }}' }, QUOTED, String.raw`call ""\n"`],
])('with %j, %s is written in a preview as in a step', async (config, value, expected) => {
  const properties = { bodyType: { type: 'string', default: 'json' } };
  const schema = { type: 'object', properties: { field: WRITTEN, ...properties } } as JsonSchema;
  const previewed = await inAPreview(withTextType(schema, WRITTEN, config), value);
  expect(previewed).toEqual(expected);
  expect(previewed).toEqual(await inAStep(WRITTEN, value, { properties, config }));
});

const reader = defineComponent({
  type: 'reader',
  title: 'Reader',
  description: 'Reads JSON.',
  category: 'data',
  configSchema: {
    type: 'object',
    required: ['source', 'fields'],
    properties: {
      source: { type: 'string', 'x-control': 'template' },
      path: { type: 'string' },
      fields: fieldsSchema('The fields.'),
    },
  },
  hasEffect: false,
  produces: { name: 'data', fieldsFromConfig: 'fields' },
  preview: { property: 'source', parsesJson: true, path: 'path' },
});
const fields = [{ key: 'id', type: 'NUMBER' }];

test('the output of a component is computed with its declared fields alone, by the function that runs', async () => {
  const config = { source: '{{ request }}', path: '/body', fields };
  expect(await previewOutput(reader, { config }, VALUES)).toEqual({ id: 7 });
  expect(readJsonSource(VALUES['request'] as Json, '/body', readFields(fields))).toEqual({ id: 7 });
});

test('where its step would fail, a component has no output', async () => {
  const config = { source: '{{ request }}', path: '', fields };
  await expect(previewOutput(reader, { config }, VALUES)).rejects.toThrow('id is required');
});

test('what fields are inferred from is the JSON at the path', async () => {
  expect(await previewJson(reader, { config: { source: '{{ request }}', path: '/body' } }, VALUES)).toEqual({ id: 7 });
  expect(await previewJson(reader, { config: { source: '{{ request }}' } }, VALUES)).toEqual({
    method: 'POST',
    body: { id: 7 },
  });
});
