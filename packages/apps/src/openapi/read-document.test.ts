import { describe, expect, test } from '@jest/globals';
import { readSource } from '../readers.ts';
import type { AppOperation, AppSnapshot } from '../snapshot.ts';

function read(document: object | string, url: string | null = null): AppSnapshot {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const source = readSource({ document: { text, url } });
  if ('refused' in source) throw new Error(source.refused);
  return source.snapshot;
}

/** Reads one operation of a document with these components. */
function operation(content: object, components: object = {}, version = '3.1.0'): AppOperation {
  const document = {
    openapi: version,
    servers: [{ url: 'https://a.example' }],
    paths: { '/a': { post: content } },
    components,
  };
  return read(document).operations[0]!;
}

const answering = (schema: object) => ({
  responses: { 200: { description: '', content: { 'application/json': { schema } } } },
});
const typeOfBody = (schema: object, components: object = {}, version?: string) =>
  operation(answering(schema), components, version).content.returns.fields?.at(-1);

describe('the type of an answer', () => {
  test.each<[string, object, object]>([
    ['a text', { type: 'string' }, { type: 'TEXT' }],
    ['a time', { type: 'string', format: 'date-time' }, { type: 'DATE_TIME' }],
    ['one of two types', { type: ['string', 'number'] }, { type: 'JSON' }],
    ['a type or null', { type: ['integer', 'null'] }, { type: 'NUMBER', optional: true }],
    ['a schema or null', { anyOf: [{ type: 'boolean' }, { type: 'null' }] }, { type: 'BOOLEAN', optional: true }],
    ['alternatives', { oneOf: [{ type: 'string' }, { type: 'object' }] }, { type: 'JSON' }],
    ['a list', { type: 'array', items: { type: 'number' } }, { type: 'LIST', items: 'NUMBER' }],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, { type: 'JSON' }],
    [
      'an object',
      { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'number' } } },
      {
        type: 'OBJECT',
        fields: [
          { key: 'a', type: 'TEXT' },
          { key: 'b', type: 'NUMBER', optional: true },
        ],
      },
    ],
    ['an object with a dot in a name', { type: 'object', properties: { 'a.b': { type: 'string' } } }, { type: 'JSON' }],
  ])('%s', (_, schema, type) => {
    expect(typeOfBody(schema)).toEqual({ key: 'body', ...type });
  });

  test('the default answer counts where no success is named', () => {
    const content = { 'application/json': { schema: { type: 'string' } } };
    const { returns } = operation({ responses: { default: { description: '', content } } }).content;
    expect(returns.fields?.at(-1)).toEqual({ key: 'body', type: 'TEXT' });
  });

  test('allOf of references merges their fields', () => {
    const schemas = {
      A: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      B: { type: 'object', properties: { b: { type: 'integer' } } },
    };
    const schema = { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] };
    expect(typeOfBody(schema, { schemas })).toEqual({
      key: 'body',
      type: 'OBJECT',
      fields: [
        { key: 'a', type: 'TEXT' },
        { key: 'b', type: 'NUMBER', optional: true },
      ],
    });
  });

  test('a schema that refers to itself ends in JSON, and keeps its reference', () => {
    const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } };
    const schema = { $ref: '#/components/schemas/Node' };
    expect(JSON.stringify(typeOfBody(schema, { schemas }))).toContain('"type":"JSON"');
    const { operations, schemas: shared } = read({
      openapi: '3.1.0',
      servers: [{ url: 'https://a.example' }],
      paths: { '/a': { get: answering(schema) } },
      components: { schemas },
    });
    expect(operations[0]).toMatchObject({ schemas: ['Node'], content: { output: { $ref: '#/$defs/Node' } } });
    expect(shared).toEqual({ Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } });
  });

  test('nullable of 3.0 is a value that may be missing', () => {
    expect(typeOfBody({ type: 'string', nullable: true }, {}, '3.0.3')).toEqual({
      key: 'body',
      type: 'TEXT',
      optional: true,
    });
  });
});

describe('arguments', () => {
  test('a parameter of the operation overrides the one of its path, and another place is another parameter', () => {
    const { operations } = read({
      openapi: '3.1.0',
      servers: [{ url: 'https://a.example' }],
      paths: {
        '/a/{id}': {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'page', in: 'query', schema: { type: 'string' } },
          ],
          get: {
            parameters: [
              { name: 'page', in: 'query', schema: { type: 'integer' } },
              { name: 'id', in: 'query', schema: { type: 'string' } },
              { name: 'Authorization', in: 'header', schema: { type: 'string' } },
            ],
          },
        },
      },
    });
    expect(operations[0]?.content.input).toEqual({
      type: 'object',
      properties: {
        path: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
        query: {
          type: 'object',
          properties: { page: { type: 'integer' }, id: { type: 'string' } },
          additionalProperties: false,
        },
      },
      required: ['path'],
      additionalProperties: false,
    });
  });

  test('bytes in a multipart body are files', () => {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
    };
    const content = { requestBody: { content: { 'multipart/form-data': { schema } } } };
    expect(operation(content, {}, '3.0.3').content).toMatchObject({
      input: { properties: { body: { properties: { file: { 'x-file': true }, note: { type: 'string' } } } } },
      plan: { body: { as: 'multipart' } },
    });
  });
});

describe('mistakes', () => {
  const PATHS = '"paths": { "/a": { "get": {} } }';
  test.each<[string, string, string]>([
    ['text that is not JSON', '{\n"openapi": "3.1.0",\n"paths": }', 'Line 3: the document is not JSON'],
    ['a wrong word before the last line', '{\n"openapi": 3.1,\n"paths": oops,\n"info": {}\n}', 'Line 3: the document'],
    ['a wrong comma before the last line', '{\n"servers": [1,\n],\n"openapi": "3.1.0",\n"paths": {}\n}', 'Line 3: the'],
    ['a text that does not end', '{\n"openapi": "3.1.0,\n"paths": {}\n}', 'Line 2: the document is not JSON'],
    ['a document that does not end', '{\n"openapi": "3.1.0",\n"paths": {\n', 'Line 4: the document is not JSON'],
    ['text that is not YAML', 'openapi: 3.1.0\npaths:\n  /a: [', 'Line 3: '],
    ['no version', `{ ${PATHS} }`, 'The document has neither openapi nor swagger, which name its version'],
    ['a version of the future', `{ "openapi": "4.0.0", ${PATHS} }`, 'The document has version 4.0.0 of OpenAPI'],
    ['no paths', '{ "openapi": "3.1.0" }', 'The document has no paths'],
    ['no operations', '{ "openapi": "3.1.0", "paths": {} }', 'The document has no operations'],
    [
      'another document',
      '{ "openapi": "3.1.0", "paths": { "/a": { "get": { "parameters": [{ "$ref": "other.yaml#/x" }] } } } }',
      'The reference other.yaml#/x leads to another document. Use one document',
    ],
    [
      'a reference to nothing',
      '{ "openapi": "3.1.0", "paths": { "/a": { "get": { "parameters": [{ "$ref": "#/x" }] } } } }',
      '#/paths/~1a/get: the reference #/x leads to nothing',
    ],
  ])('%s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

test('Swagger 2.0 is read', () => {
  const { operations, baseUrl } = read({
    swagger: '2.0',
    host: 'a.example',
    basePath: '/v1',
    schemes: ['https'],
    paths: {
      '/a': {
        post: {
          operationId: 'make',
          consumes: ['application/json'],
          parameters: [{ name: 'thing', in: 'body', schema: { $ref: '#/definitions/Thing' } }],
          responses: { 200: { description: '', schema: { $ref: '#/definitions/Thing' } } },
        },
      },
    },
    definitions: { Thing: { type: 'object', properties: { name: { type: 'string' } } } },
  });
  expect(baseUrl).toBe('https://a.example/v1');
  expect(operations[0]).toMatchObject({ key: 'make', schemas: ['Thing'], content: { plan: { body: { as: 'json' } } } });
});

test('servers may be relative and have variables', () => {
  const paths = { '/a': { get: {} } };
  expect(read({ openapi: '3.1.0', servers: [{ url: '/v2' }], paths }, 'https://a.example/doc.json').baseUrl).toBe(
    'https://a.example/v2',
  );
  const variables = { region: { default: 'eu' } };
  expect(read({ openapi: '3.1.0', servers: [{ url: 'https://{region}.a.example/', variables }], paths }).baseUrl).toBe(
    'https://eu.a.example',
  );
});

test('texts for people do not change the digest of an operation', () => {
  const make = (description: string, name: string) =>
    operation({
      description,
      parameters: [{ name, in: 'query', description, schema: { type: 'string', title: description } }],
    }).digest;
  expect(make('one', 'a')).toBe(make('two', 'a'));
  expect(make('one', 'a')).not.toBe(make('one', 'b'));
});

test('an operation has a server of its own only if the document names another one', () => {
  const [same, other] = ['https://a.example', 'https://upload.a.example'];
  const paths = { '/a': { get: { servers: [{ url: same }] }, post: { servers: [{ url: other }] } } };
  const { operations } = read({ openapi: '3.1.0', servers: [{ url: same }], paths });
  expect(operations.map(({ content }) => content.plan)).toMatchObject([{ baseUrl: null }, { baseUrl: other }]);
});
