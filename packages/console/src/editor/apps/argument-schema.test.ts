import { describe, expect, test } from '@jest/globals';
import { firstArguments, resolved, shapeOf } from './argument-schema.ts';

const kindOf = (schema: object, root: object = {}) => shapeOf(resolved(schema, root), root).kind;

describe('the control of an argument', () => {
  test.each<[string, object, string]>([
    ['a text', { type: 'string' }, 'text'],
    ['a date', { type: 'string', format: 'date' }, 'date'],
    ['a time', { type: 'string', format: 'date-time' }, 'date'],
    ['a number', { type: 'number' }, 'number'],
    ['an integer or null', { type: ['integer', 'null'] }, 'number'],
    ['a boolean', { type: 'boolean' }, 'boolean'],
    ['a text or a number', { type: ['string', 'integer'] }, 'text'],
    ['a text or an object', { type: ['string', 'object'] }, 'json'],
    ['an enum', { enum: ['a', 'b', null] }, 'choice'],
    ['an enum of objects', { enum: [{ a: 1 }] }, 'json'],
    ['constants with names', { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, 'choice'],
    ['a file', { 'x-file': true }, 'file'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'list'],
    ['a list of lists', { type: 'array', items: { type: 'array', items: {} } }, 'list'],
    ['a list of anything', { type: 'array' }, 'json'],
    ['an object', { type: 'object', properties: { a: {} } }, 'object'],
    ['an object without a type', { properties: { a: {} } }, 'object'],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, 'json'],
    ['one schema or null', { anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number'],
    ['alternatives', { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] }, 'alternatives'],
    [
      'conditions',
      { type: 'object', properties: { a: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      'object',
    ],
    ['anything', {}, 'json'],
  ])('%s', (_, schema, kind) => {
    expect(kindOf(schema)).toBe(kind);
  });

  test('follows references, also those that lead to themselves', () => {
    const root = {
      $defs: {
        Node: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, next: { $ref: '#/$defs/Node' } },
        },
        Loop: { $ref: '#/$defs/Loop' },
      },
    };
    expect(kindOf({ $ref: '#/$defs/Node', description: 'The first.' }, root)).toBe('object');
    expect(kindOf({ $ref: '#/$defs/Loop' }, root)).toBe('json');
    expect(kindOf({ $ref: '#/$defs/Missing' }, root)).toBe('json');
  });

  test('merges the parts of allOf, required properties first, without those of answers alone', () => {
    const schema = {
      allOf: [
        { type: 'object', properties: { note: {}, id: { readOnly: true } }, required: ['id'] },
        { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      ],
    };
    const shape = shapeOf(resolved(schema, {}), {});
    expect(shape.kind === 'object' && shape.properties.map(({ key, required }) => [key, required])).toEqual([
      ['title', true],
      ['note', false],
    ]);
  });
});

test('a new component begins with the defaults of required arguments', () => {
  const input = {
    type: 'object',
    required: ['query', 'path'],
    properties: {
      path: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      query: {
        type: 'object',
        required: ['option'],
        properties: { option: { enum: ['RAW', 'USER'], default: 'USER' }, page: { type: 'integer', default: 1 } },
      },
    },
  };
  expect(firstArguments(input)).toEqual({ query: { option: 'USER' } });
});
