import { beforeAll, describe, expect, test } from '@jest/globals';
import { guardJsonParse } from '@workflow/workflow-model';
import { readSource } from '../readers.ts';
import { checkArguments } from '../schemas/check-arguments.ts';
import type { AppOperation, AppSnapshot } from '../snapshot.ts';

// As in a data process.
beforeAll(guardJsonParse);

const SERVERS = [{ url: 'https://a.example' }];

function read(document: object | string, url: string | null = null): AppSnapshot {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const source = readSource({ document: { text, url } });
  if ('refused' in source) throw new Error(source.refused);
  return source.snapshot;
}

function only(paths: object, more: object = {}): AppOperation {
  return read({ openapi: '3.0.3', servers: SERVERS, paths, ...more }).operations[0]!;
}

const post = (content: object, more: object = {}) => only({ '/a': { post: { requestBody: { content } } } }, more);

describe('the server of a document', () => {
  const paths = { '/a': { get: {} } };
  test.each<[string, object, string | null, string | null]>([
    ['is its own, if it names none', { openapi: '3.0.0' }, 'https://a.example/docs/api.json', 'https://a.example'],
    ['is its own, if its list is empty', { openapi: '3.1.0', servers: [] }, 'https://a.example/x', 'https://a.example'],
    ['is none for an uploaded document that names none', { openapi: '3.1.0' }, null, null],
    [
      'is none if a variable has no default',
      { openapi: '3.1.0', servers: [{ url: 'https://{region}.a.example' }] },
      'https://b.example/',
      null,
    ],
    [
      'has the scheme of the document',
      { swagger: '2.0', host: 'a.example' },
      'https://b.example/',
      'https://a.example',
    ],
    ['has https for an uploaded document', { swagger: '2.0', host: 'a.example' }, null, 'https://a.example'],
    [
      'has https if it is offered',
      { swagger: '2.0', host: 'a.example', schemes: ['http', 'https'] },
      null,
      'https://a.example',
    ],
    [
      'is the first one, even if another one has https',
      { openapi: '3.1.0', servers: [{ url: 'http://a.example' }, { url: 'https://b.example' }] },
      null,
      'http://a.example',
    ],
  ])('%s', (_, document, url, expected) => {
    expect(read({ ...document, paths }, url).baseUrl).toBe(expected);
  });
});

describe('keys', () => {
  const keys = (paths: object) => read({ openapi: '3.1.0', servers: SERVERS, paths }).operations.map(({ key }) => key);

  test('an operationId that is the method and path of another operation gives two keys', () => {
    expect(keys({ '/b': { get: { operationId: 'get /a' } }, '/a': { get: {} } })).toEqual(['get /a', 'get /a 1']);
  });

  test('long paths that begin alike give different keys of 300 characters', () => {
    const [start, other] = ['x', 'x'].map((one) => `/${one.repeat(310)}`) as [string, string];
    const found = keys({ [`${start}1`]: { get: {} }, [`${other}2`]: { get: {} } });
    expect(new Set(found).size).toBe(2);
    expect(found.map(({ length }) => length)).toEqual([300, 300]);
  });

  test('characters that cannot be stored do not make two keys equal', () => {
    const found = keys({ '/a': { get: { operationId: 'o\0' }, put: { operationId: 'o\uFFFD' } } });
    expect(found).toEqual(['o\uFFFD', 'put /a']);
  });

  test('tools whose long names begin alike have different keys', () => {
    const tools = ['1', '2'].map((end) => ({ name: `${'n'.repeat(310)}${end}`, inputSchema: { type: 'object' } }));
    const source = readSource({ tools: { title: '', tools } });
    const found = 'snapshot' in source ? source.snapshot.operations.map(({ key }) => key) : [];
    expect(new Set(found).size).toBe(2);
  });
});

describe('arguments', () => {
  test('a placeholder of a path that nobody declared is a required text', () => {
    const { content } = only({ '/a/{id}': { get: {} } });
    expect(content.input).toMatchObject({
      properties: { path: { properties: { id: { type: 'string' } }, required: ['id'] } },
      required: ['path'],
    });
  });

  test('a parameter may be named like a member of every object', () => {
    const parameters = ['__proto__', 'constructor'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
    const { input } = only({ '/a': { get: { parameters } } }).content;
    const { query } = (input as { properties: { query: { properties: object } } }).properties;
    expect(Object.keys(query.properties)).toEqual(['__proto__', 'constructor']);
  });

  test('a path keeps no reserved characters, which could lead to another operation', () => {
    const parameters = ['path', 'query'].map((place) => ({ name: 'id', in: place, allowReserved: true }));
    const { plan } = only({ '/a/{id}': { get: { parameters } } }).content;
    expect(plan).toMatchObject({
      parameters: [
        { in: 'path', allowReserved: false },
        { in: 'query', allowReserved: true },
      ],
    });
  });

  test('the key of a call is not required from authors', () => {
    const parameters = [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }];
    const { input } = only({ '/a': { post: { parameters } } }).content;
    expect(input).toMatchObject({ properties: { header: { properties: { 'Idempotency-Key': {} } } }, required: [] });
  });

  test('a nullable schema of 3.0 takes null, with parts and with choices', () => {
    const part = { $ref: '#/components/schemas/A' };
    const properties = {
      part: { nullable: true, allOf: [part] },
      typed: { nullable: true, type: 'object', allOf: [part] },
      choice: { nullable: true, type: 'string', enum: ['a'] },
    };
    const schema = { type: 'object', properties };
    const components = { schemas: { A: { type: 'object', required: ['x'] } } };
    const document = { openapi: '3.0.3', servers: SERVERS, components };
    const content = { 'application/json': { schema } };
    const { operations, schemas } = read({ ...document, paths: { '/a': { post: { requestBody: { content } } } } });
    const check = (body: object) =>
      checkArguments(
        operations[0]!.content.input,
        { body },
        {
          find: (name) => schemas[name],
          budget: { left: 10_000 },
          hasTemplates: true,
        },
      ).map(({ pointer }) => pointer);
    expect(check({ part: null, typed: null, choice: null })).toEqual([]);
    expect(check({ part: { x: 1 }, typed: { x: 1 }, choice: 'a' })).toEqual([]);
    expect(check({ part: {}, typed: {}, choice: 'b' })).toEqual(['/body/part', '/body/typed/x', '/body/choice']);
  });
});

describe('bodies', () => {
  test('the value of an XML body is its text', () => {
    const xml = { 'application/xml': { schema: { type: 'object', properties: { a: { type: 'string' } } } } };
    expect(post(xml).content).toMatchObject({
      input: { properties: { body: { type: 'string' } } },
      plan: { body: { as: 'text', contentType: 'application/xml' } },
    });
  });

  test('files of a multipart body may be in a reference within allOf', () => {
    const schema = { allOf: [{ $ref: '#/components/schemas/Upload' }] };
    const properties = { file: { type: 'string', format: 'binary' } };
    const components = { schemas: { Upload: { type: 'object', properties } } };
    expect(post({ 'multipart/form-data': { schema } }, { components }).content.input).toMatchObject({
      properties: { body: { type: 'object', allOf: [{ properties: { file: { 'x-file': true } } }] } },
    });
  });

  test('the encoding of fields that the document changes is stored', () => {
    const fields = { a: { style: 'deepObject', explode: true }, b: { explode: false }, c: { contentType: 'text/csv' } };
    const form = post({ 'application/x-www-form-urlencoded': { schema: {}, encoding: fields } });
    expect(form.content.plan).toMatchObject({
      body: { encoding: { a: { style: 'deepObject', explode: true }, b: { style: 'form', explode: false } } },
    });
    const parts = { ...fields, d: { contentType: 'image/*' }, e: { contentType: 'text/csv\r\nx: y' } };
    const multipart = post({ 'multipart/form-data': { schema: {}, encoding: parts } });
    expect((multipart.content.plan as { body: object }).body).toMatchObject({
      encoding: { c: { contentType: 'text/csv' } },
    });
    expect(JSON.stringify(multipart.content.plan)).not.toMatch(/image|x: y/);
  });
});

describe('security', () => {
  test('each alternative is suggested, a cookie as a header', () => {
    const securitySchemes = {
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
      token: { type: 'http', scheme: 'bearer' },
    };
    const security = [{ cookie: [] }, { header: [] }, { token: [] }];
    const { content } = only({ '/a': { get: { security } } }, { components: { securitySchemes } });
    expect(content).toMatchObject({
      needsSignIn: true,
      credentials: [
        { type: 'http-header', fields: { header: 'Cookie' } },
        { type: 'http-header', fields: { header: 'X-Key' } },
        { type: 'http-bearer', fields: {} },
      ],
    });
  });
});

describe('YAML', () => {
  const yaml = (...lines: string[]) => read(['servers: [{ url: https://a.example }]', ...lines].join('\n'));

  test('merge keys are read', () => {
    const { operations } = yaml('openapi: 3.1.0', 'x: &x { summary: Merged }', 'paths: { /a: { get: { <<: *x } } }');
    expect(operations[0]?.title).toBe('Merged');
  });

  test.each(['openapi: 3.0', 'openapi: 3.1', 'swagger: 2.0'])('a version without quotes is read: %s', (version) => {
    expect(yaml(version, 'host: a.example', 'paths: { /a: { get: {} } }').operations).toHaveLength(1);
  });

  test.each(['openapi: 3.1.0', 'openapi: 3.0.0'])('a schema that contains itself is refused: %s', (version) => {
    const parameters = '[{ name: q, in: query, schema: &s { items: *s } }]';
    expect(() => yaml(version, `paths: { /a: { get: { parameters: ${parameters} } } }`)).toThrow(
      'The source has too many values within each other',
    );
  });
});

test('thousands of schemas within each other are refused', () => {
  const schema = `${'{"items":'.repeat(5_000)}{}${'}'.repeat(5_000)}`;
  const parameters = `[{"name":"q","in":"query","schema":${schema}}]`;
  expect(() => read(`{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":${parameters}}}}}`)).toThrow(
    'The source has too many values within each other',
  );
});

test('a reference to an anchor is named', () => {
  expect(() => post({ 'application/json': { schema: { $ref: '#Anchor' } } })).toThrow(
    '#/paths/~1a/post: the reference #Anchor leads to nothing',
  );
});
