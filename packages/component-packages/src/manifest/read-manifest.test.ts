import { expect, test } from '@jest/globals';
import { describeManifest } from '@workflow/component-kit';
import { readManifest } from './read-manifest.ts';

const MANIFEST = {
  type: 'shout',
  title: 'Shout',
  description: 'Writes a text in capital letters.',
  category: 'data',
  hasEffect: false,
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: {
      text: { type: 'string', title: 'Text', pattern: '^[a-z ]+$', 'x-control': 'template', 'x-template': 'text' },
      fields: { type: 'array', items: { type: 'object' }, 'x-control': 'fields' },
      cases: { type: 'array', items: { type: 'object', properties: { port: { type: 'string' } } } },
    },
  },
  produces: { name: 'shouted', type: 'TEXT' },
  newConfig: { text: '{{text}}' },
  docs: '# Shout\n\nSee [the pages](https://example.com/shout) and [below](#below). 1 < 2\n',
  icon: '<svg viewBox="0 0 24 24"></svg>',
  example: { components: [], connections: [] },
};

const read = (changes: object) => readManifest(JSON.stringify({ ...MANIFEST, ...changes }));
const problemsOf = (changes: object): string => {
  const checked = read(changes);
  return checked.ok ? '' : checked.problems.join('; ');
};
const withProperty = (property: unknown) => ({
  configSchema: { type: 'object', additionalProperties: false, properties: { text: property } },
  newConfig: {},
});

test('a manifest becomes the descriptor of a type in a version', () => {
  const checked = read({});
  if (!checked.ok) throw new Error(checked.problems.join());
  const descriptor = describeManifest(checked.value, '1.2.3');
  expect(descriptor).toMatchObject({ type: 'shout', version: '1.2.3', isTrigger: false, outputName: 'shouted' });
  expect(descriptor.outputs({ config: {}, output: 'loud' })).toEqual([{ key: 'loud', type: 'TEXT' }]);
  expect(descriptor.ports({})).toEqual(['next', 'error']);
  expect(descriptor.templates({ text: 'a {{b}}' })).toEqual([{ pointer: '/text', kind: 'template', text: 'a {{b}}' }]);
});

test('a manifest that is huge is not parsed, and one of many or deep values is refused', () => {
  expect(problemsOf({ docs: 'x'.repeat(300_000) })).toMatch(/^the manifest has 3\d+ bytes, 262144 are allowed$/);
  expect(problemsOf({ example: { list: Array.from({ length: 20_000 }, () => 0) } })).toContain(
    'more than 10000 values',
  );
  let deep: object = {};
  for (let level = 0; level < 40; level += 1) deep = { deep };
  expect(problemsOf({ example: deep })).toContain('more than 32 levels');
  expect(readManifest('['.repeat(200_000))).toEqual({ ok: false, problems: ['the manifest is not JSON'] });
});

test('a key that could reach a prototype is refused', () => {
  for (const key of ['__proto__', 'constructor', 'prototype'])
    expect(readManifest(`{"example":{"${key}":{"polluted":1}}}`)).toEqual({
      ok: false,
      problems: [`the manifest has the key ${key}, which is reserved`],
    });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test.each([
  ['no type', { type: undefined }, 'type'],
  ['a type that is a path', { type: '../code' }, 'type'],
  ['a trigger', { category: 'trigger' }, 'category'],
  ['an unknown field', { run: 'code' }, 'run'],
  ['an icon that is not SVG', { icon: '<script>alert(1)</script>' }, 'icon'],
  ['produces without a type', { produces: { name: 'a' } }, 'produces must have a type'],
  ['ports of a missing list', { ports: { list: 'rows', key: 'port', followedBy: [] } }, 'rows[].port'],
  [
    'fields of a property without fields',
    { produces: { name: 'a', fieldsFromConfig: 'text' } },
    'text, which contains no fields',
  ],
  [
    'invalid fields',
    { produces: { name: 'a', type: 'OBJECT', fields: [{ key: 5 }] } },
    'produces.fields.0.key must be a string',
  ],
  ['an object without fields', { produces: { name: 'a', type: 'OBJECT' } }, 'produces.fields is required'],
  ['a new config of other properties', { newConfig: { other: 1 } }, 'newConfig.other'],
])('a manifest with %s is refused', (_what, changes, problem) => {
  expect(problemsOf(changes)).toContain(problem);
});

test('ports and fields may be pointed to in the config', () => {
  expect(read({ ports: { list: 'cases', key: 'port', followedBy: ['default'] } }).ok).toBe(true);
  expect(read({ produces: { name: 'a', fieldsFromConfig: 'fields' } }).ok).toBe(true);
});

test.each([
  ['a remote $ref', { $ref: 'https://evil.example/schema' }, 'the keyword $ref'],
  ['a local $ref', { $ref: '#' }, 'the keyword $ref'],
  ['a pattern that only backtracking matches', { type: 'string', pattern: '(?=a)a' }, 'linear time (RE2)'],
  ['a back reference', { type: 'string', pattern: String.raw`(a)\1` }, 'linear time (RE2)'],
  ['a pattern without an end', { type: 'string', pattern: 'a'.repeat(501) }, 'more than 500 characters'],
  ['several schemas for one value', { anyOf: [{}, {}] }, 'the keyword anyOf'],
  ['a control of built-in types', { type: 'string', 'x-control': 'code' }, 'x-control has a value'],
  ['a length that is a text', { type: 'string', maxLength: 'x' }, 'maxLength has a value'],
  ['a length of a number', { type: 'number', maxLength: 3 }, 'configSchema cannot be used'],
  ['no schema', 5, 'must be a schema'],
])('a schema with %s is refused', (_what, property, problem) => {
  expect(problemsOf(withProperty(property))).toContain(problem);
});

test('a schema that lets anything through is refused', () => {
  expect(problemsOf({ configSchema: {}, newConfig: {} })).toContain('additionalProperties false');
});

test.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)>',
  '<!-- comment -->',
  '</div>',
  '[a](javascript:alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a](&#106;avascript:alert(1))',
  '![a](data:image/svg+xml;base64,x)',
  '[a]: javascript:alert(1)',
  '[a](//evil.example)',
])('docs with %s are refused', (docs) => {
  expect(problemsOf({ docs })).toMatch(/docs (?:may not have HTML|link to)/);
});
