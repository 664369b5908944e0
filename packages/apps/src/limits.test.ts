import { expect, test } from '@jest/globals';
import { readSource } from './readers.ts';
import { toolOutput } from './schemas/output-types.ts';
import { MAX_DOCUMENT_BYTES, MAX_OPERATIONS, MAX_SCHEMA_BYTES, MAX_TOOLS } from './snapshot.ts';

function documentOf(paths: object, components: object = {}): string {
  return JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://a.example' }], paths, components });
}

const read = (text: string) => readSource({ document: { text, url: null } });

test('a document with too many bytes is refused', () => {
  expect(read(' '.repeat(MAX_DOCUMENT_BYTES + 1))).toEqual({ refused: 'The document has more than 20 MiB' });
});

test('a document with too many operations is refused', () => {
  const paths = Object.fromEntries(
    Array.from({ length: MAX_OPERATIONS + 1 }, (_, index) => [`/${index}`, { get: {} }]),
  );
  expect(read(documentOf(paths))).toEqual({ refused: 'The document has more than 20000 operations' });
});

test('a server with too many tools is refused', () => {
  const tools = Array.from({ length: MAX_TOOLS + 1 }, (_, index) => ({ name: `t${index}`, inputSchema: {} }));
  expect(readSource({ tools: { title: '', tools } })).toEqual({ refused: 'The server has more than 2000 tools' });
});

test('an operation whose schemas are too large is left out, and the others stay', () => {
  const words = Array.from({ length: MAX_SCHEMA_BYTES / 10 }, (_, index) => `word ${index}`);
  const schema = { $ref: '#/components/schemas/Large' };
  const large = { requestBody: { content: { 'application/json': { schema } } } };
  const given = documentOf(
    { '/large': { post: large }, '/small': { get: {} } },
    { schemas: { Large: { enum: words } } },
  );
  expect(read(given)).toMatchObject({
    snapshot: {
      operations: [{ key: 'get /small' }],
      message: '1 operation was left out. #/paths/~1large/post: its schemas have more than 256 KiB',
    },
  });
});

test('a schema that aliases of YAML multiply is left out', () => {
  const levels = Array.from(
    { length: 30 },
    (_, index) => `x${index + 1}: &x${index + 1} { allOf: [*x${index}, *x${index}] }`,
  );
  const text = [
    'openapi: 3.1.0',
    'x0: &x0 { type: string }',
    ...levels,
    'servers: [{ url: https://a.example }]',
    'paths:',
    '  /a: { post: { requestBody: { content: { application/json: { schema: *x30 } } } } }',
    '  /b: { get: {} }',
  ].join('\n');
  expect(read(text)).toMatchObject({ snapshot: { operations: [{ key: 'get /b' }] } });
});

test.each<[string, object, string]>([
  ['a path that is too long', { [`/${'a'.repeat(2_000)}`]: { get: {} } }, 'its path has more than 2000 characters'],
  [
    'too many parameters',
    { '/many': { get: { parameters: Array.from({ length: 1_001 }, (_, n) => ({ name: `p${n}`, in: 'query' })) } } },
    'it has more than 1000 parameters',
  ],
])('an operation with %s is left out, and the others stay', (_what, paths, reason) => {
  expect(read(documentOf({ ...paths, '/small': { get: {} } }))).toMatchObject({
    snapshot: { operations: [{ key: 'get /small' }], message: expect.stringContaining(reason) },
  });
});

const manyWords = Array.from({ length: 100_000 }, () => 'word');

test.each<[string, object, string]>([
  ['a schema of many words', { enum: manyWords }, 'its schemas have more than 256 KiB'],
  ['a long reference', { $ref: `#/${'a/'.repeat(10_000)}` }, 'a reference has more than 10000 characters'],
])('a tool with %s is left out, and the other tools stay', (_what, inputSchema, reason) => {
  const tools = [
    { name: 'large', inputSchema },
    { name: 'small', inputSchema: {} },
  ];
  expect(readSource({ tools: { title: '', tools } })).toMatchObject({
    snapshot: { operations: [{ key: 'small' }], message: expect.stringContaining(reason) },
  });
});

test('schemas that refer to each other several times at each level are merged up to a limit', () => {
  let found = 0;
  const find = (name: string) => {
    found += 1;
    const next = { $ref: `#/$defs/${Number(name) + 1}` };
    return { allOf: [next, next, next, next], required: ['a'], properties: { a: { type: 'string' } } };
  };
  expect(toolOutput({ $ref: '#/$defs/0' }, find)).toMatchObject({ type: 'OBJECT' });
  expect(found).toBeLessThan(100_000);
});
