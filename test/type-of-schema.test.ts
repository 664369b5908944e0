import { expect, test } from '@jest/globals';
import { comment, typeOfSchema } from '../scripts/type-of-schema.ts';

const text = { type: 'string' };

test.each([
  [{}, 'unknown'],
  [{ type: 'string', format: 'uuid', nullable: true }, 'string | null'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'string', nullable: true, enum: ['a', null] }, '"a" | null'],
  [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'array' }, '(unknown)[]'],
  [{ type: 'object' }, '{ [key: string]: unknown }'],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, '{ [key: string]: boolean }'],
  [{ type: 'object', required: ['a'], properties: { a: text, b: text } }, '{\n"a": string;\n"b"?: string;\n}'],
  [{ oneOf: [text, { type: 'number' }, text] }, '(string) | (number)'],
  [{ allOf: [{ $ref: '#/components/schemas/Name' }, text] }, '(Named<Name>) & (string)'],
])('%j is written as a type', (schema, type) => {
  expect(typeOfSchema(schema, (name) => `Named<${name}>`)).toBe(type);
});

test('a description becomes one line of a comment and cannot end it', () => {
  expect(comment('first\n  second */')).toBe('/** first second *\\/ */\n');
});
