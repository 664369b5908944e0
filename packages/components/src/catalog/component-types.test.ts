import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from '@workflow/workflow-model';
import { COMPONENT_TYPES, findComponentType } from '../descriptors.ts';

const portsOf = (type: string, config: JsonObject = {}) => findComponentType({ type })?.ports(config);
const templatesOf = (type: string, config: JsonObject) =>
  findComponentType({ type })
    ?.templates(config)
    .map(({ pointer, kind, text }) => `${kind} ${pointer} ${text}`);

/** The types that these tests cover. Newer types have tests in their folders. */
const FIRST_TYPES = [
  'input',
  'webhook',
  'json-parse',
  'transform',
  'condition',
  'switch',
  'http-request',
  'delay',
  'code',
  'run-workflow',
  'for-each',
  'output',
];
const FIRST = COMPONENT_TYPES.filter(({ type }) => FIRST_TYPES.includes(type));

test('there are the first twelve types, and each type once', () => {
  expect(FIRST.map(({ type }) => type)).toEqual(FIRST_TYPES);
  expect(new Set(COMPONENT_TYPES.map(({ type }) => type)).size).toBe(COMPONENT_TYPES.length);
  expect(findComponentType({ type: 'nonsense' })).toBeUndefined();
});

/** The result of an effect before them may not be committed yet, so their own effects could be wrong. */
test('types that only compute have no effect, start no session and ask nobody', () => {
  const computing = COMPONENT_TYPES.filter(({ onlyComputes }) => onlyComputes);
  const types = ['condition', 'json-parse', 'output', 'switch', 'transform'];
  expect(computing.map(({ type }) => type).toSorted()).toEqual(types);
  for (const { hasEffect, startsSessions, asks } of computing)
    expect({ hasEffect, startsSessions, asks }).toEqual({ hasEffect: false, startsSessions: false, asks: null });
});

test('input and webhook are the triggers', () => {
  expect(FIRST.filter(({ isTrigger }) => isTrigger).map(({ type }) => type)).toEqual(['input', 'webhook']);
});

test('types with side effects are marked as such', () => {
  expect(FIRST.filter(({ hasEffect }) => hasEffect).map(({ type }) => type)).toEqual([
    'http-request',
    'code',
    'run-workflow',
    'for-each',
  ]);
});

test('types that wait have no default timeout, all others have 30 seconds', () => {
  const unlimited = FIRST.filter(({ defaultTimeoutSeconds }) => defaultTimeoutSeconds === null).map(({ type }) => type);
  expect(unlimited).toEqual(['delay', 'run-workflow', 'for-each']);
  for (const { defaultTimeoutSeconds } of FIRST) expect([null, 30]).toContain(defaultTimeoutSeconds);
});

test('every type has the ports next and error, except condition and switch with their own', () => {
  for (const { type } of FIRST.filter((candidate) => !['condition', 'switch'].includes(candidate.type))) {
    expect(portsOf(type)).toEqual(['next', 'error']);
  }
  expect(portsOf('condition')).toEqual(['true', 'false', 'error']);
  expect(
    portsOf('switch', {
      cases: [
        { port: 'big', expression: 'a' },
        { port: 'small', expression: 'b' },
      ],
    }),
  ).toEqual(['big', 'small', 'default', 'error']);
});

test.each([
  ['json-parse', { source: '{{ a }}' }, ['template /source {{ a }}']],
  ['transform', { expression: 'a + 1' }, ['expression /expression a + 1']],
  ['condition', { expression: 'a' }, ['expression /expression a']],
  [
    'switch',
    {
      cases: [
        { port: 'p', expression: 'a' },
        { port: 'q', expression: 'b' },
      ],
    },
    ['expression /cases/0/expression a', 'expression /cases/1/expression b'],
  ],
  [
    'http-request',
    { url: 'u', headers: { 'x/y': 'h' }, query: { q: 'v' }, body: { a: [{ b: 't' }, 1, null] } },
    ['template /url u', 'template /headers/x~1y h', 'template /query/q v', 'template /body/a/0/b t'],
  ],
  ['delay', { seconds: '{{ s }}' }, ['template /seconds {{ s }}']],
  ['delay', { seconds: 5, until: 'u' }, ['template /until u']],
  ['code', { source: '{{ not a template }}' }, []],
  ['run-workflow', { placeholderValues: { 'a.b': '{{ c }}' } }, ['template /placeholderValues/a.b {{ c }}']],
  ['for-each', { items: '{{ list }}', itemKey: 'item' }, ['template /items {{ list }}']],
  ['output', { value: { a: 'x' } }, ['template /value/a x']],
])('lists the templates of %s %j', (type, config, expected) => {
  expect(templatesOf(type, config)).toEqual(expected);
});

/** Returns the keywords of a schema and its subschemas, with the value of `type`. */
function keywordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties') return Object.values(value as object).flatMap(keywordsOf);
    if (key.startsWith('x-')) return [key];
    return [key === 'type' ? `type: ${typeof value}` : key, ...keywordsOf(value)];
  });
}

test('schemas use only keywords that draft-07 and OpenAPI 3.0 share, and form hints', () => {
  const used = new Set(COMPONENT_TYPES.flatMap(({ configSchema }) => keywordsOf(configSchema)));
  const allowed = [
    'type: string',
    'title',
    'description',
    'default',
    'format',
    'enum',
    'items',
    'required',
    'additionalProperties',
    'anyOf',
    'pattern',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'maxProperties',
    'x-control',
    'x-message',
    'x-placeholders',
    'x-reference',
    'uniqueItems',
    'x-template',
    'x-text-of',
    // These describe a list whose items have one of several shapes.
    'oneOf',
    'discriminator',
    'propertyName',
    'uniqueItems',
    'minProperties',
    'x-bounded',
    'x-free-names',
    'x-choices',
    'x-columns',
    'x-item-field',
    'x-labels',
    'x-multiline',
    'x-names',
    'x-operation',
    'x-show',
    'x-takes',
    'x-with-body',
  ];
  expect([...used].filter((keyword) => !allowed.includes(keyword))).toEqual([]);
});

test('every field of a config has a title for its form', () => {
  for (const { configSchema } of COMPONENT_TYPES) {
    for (const property of Object.values(configSchema.properties as Record<string, { title?: string }>))
      expect(property.title).toBeTruthy();
  }
});

test('no config of a draft makes a descriptor throw, however invalid', () => {
  const names = [
    ...new Set(COMPONENT_TYPES.flatMap(({ configSchema }) => Object.keys(configSchema.properties as object))),
  ];
  const anyConfig = fc.dictionary(fc.constantFrom(...names), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
  fc.assert(
    fc.property(fc.constantFrom(...COMPONENT_TYPES), anyConfig, (descriptor, config) => {
      descriptor.ports(config);
      descriptor.outputs({ output: 'o', config });
      descriptor.templates(config);
      descriptor.checkConfig?.(config);
    }),
  );
});

test('types of the category trigger describe how they start a workflow, and no others', () => {
  for (const { type, category, isTrigger } of COMPONENT_TYPES)
    expect([type, isTrigger]).toEqual([type, category === 'trigger']);
});
