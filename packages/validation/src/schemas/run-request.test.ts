import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileSchema, definitionSchema, runRequestSchema } from '../index.ts';

const checkRunRequest = compileSchema(runRequestSchema, 'the body');
const workflowId = '019cd2f4-7c1a-7b3e-9d55-0242ac120002';
const componentId = '019CD2F4-7C1A-7B3E-9D55-0242AC120003';

test.each([
  ['only what is required', { workflowId, componentId }],
  ['mode PROD', { workflowId, componentId, mode: 'PROD' }],
  ['mode TEST', { workflowId, componentId, mode: 'TEST' }],
  ['placeholder values', { workflowId, componentId, placeholderValues: { 'a.b': 1, c: null } }],
])('accepts %s, and returns the body unchanged', (_, body) => {
  expect(checkRunRequest(body)).toEqual({ ok: true, value: body });
});

test.each<[string, unknown, string[]]>([
  ['workflowId is required', { componentId }, ['workflowId is required']],
  ['componentId is required', { workflowId }, ['componentId is required']],
  ['workflowId is a UUID', { workflowId: 'abc', componentId }, ['workflowId must be a UUID']],
  ['workflowId is a string', { workflowId: 12, componentId }, ['workflowId must be a UUID']],
  ['workflowId is not null', { workflowId: null, componentId }, ['workflowId must be a UUID']],
  ['a URN is not a UUID', { workflowId: `urn:uuid:${workflowId}`, componentId }, ['workflowId must be a UUID']],
  ['componentId is a UUID', { workflowId, componentId: '' }, ['componentId must be a UUID']],
  ['mode is PROD or TEST', { workflowId, componentId, mode: 'prod' }, ['mode must be one of PROD, TEST']],
  ['mode is a string', { workflowId, componentId, mode: 1 }, ['mode must be one of PROD, TEST']],
  ['mode is not null', { workflowId, componentId, mode: null }, ['mode must be one of PROD, TEST']],
  [
    'placeholderValues is an object',
    { workflowId, componentId, placeholderValues: [] },
    ['placeholderValues must be an object'],
  ],
  [
    'unknown fields are named',
    { workflowId, componentId, Mode: 'TEST', x: 1 },
    ['Mode is not a known field', 'x is not a known field'],
  ],
  [
    '__proto__ is an unknown field',
    JSON.parse(`{"workflowId":"${workflowId}","componentId":"${componentId}","__proto__":{}}`),
    ['__proto__ is not a known field'],
  ],
  [
    'all problems are named together',
    { mode: 'X' },
    ['workflowId is required', 'componentId is required', 'mode must be one of PROD, TEST'],
  ],
  ['the body is an object', [], ['the body must be an object']],
  ['the body is not null', null, ['the body must be an object']],
  ['the body is not missing', undefined, ['the body must be an object']],
])('%s', (_, body, problems) => {
  expect(checkRunRequest(body)).toEqual({ ok: false, problems });
});

test.each([
  [1_000, 100],
  [100_000, 1],
])('a body with %i unknown fields has %i problems', (fields, problems) => {
  const checked = checkRunRequest(Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}`, 1])));
  expect(checked.ok ? [] : checked.problems).toHaveLength(problems);
});

test('no JSON makes the check throw', () => {
  const anyBody = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        workflowId: fc.jsonValue(),
        componentId: fc.jsonValue(),
        mode: fc.jsonValue(),
        placeholderValues: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(anyBody, (body) => {
      const checked = checkRunRequest(body);
      expect(checked.ok || checked.problems.length > 0).toBe(true);
    }),
  );
});

/** Returns the keywords of a schema and its subschemas, with the value of `type`. */
function keywordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties') return Object.values(value as object).flatMap(keywordsOf);
    return [key === 'type' ? `type: ${typeof value}` : key, ...(key === 'example' ? [] : keywordsOf(value))];
  });
}

test('the schemas that validate are usable in an OpenAPI 3.0 document', () => {
  const allowed = [
    'type: string',
    'title',
    'description',
    'default',
    'example',
    'format',
    'enum',
    'items',
    'required',
    'additionalProperties',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'pattern',
    'minItems',
    'maxItems',
  ];
  expect(
    [...keywordsOf(runRequestSchema), ...keywordsOf(definitionSchema)].filter((keyword) => !allowed.includes(keyword)),
  ).toEqual([]);
});
