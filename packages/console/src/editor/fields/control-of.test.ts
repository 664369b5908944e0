import { expect, test } from '@jest/globals';
import { controlOf } from './control-of.ts';

test.each([
  [{ enum: [1, 2] }, 'choice'],
  [{ type: 'boolean' }, 'switch'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['null', 'number'] }, 'number'],
  [{ type: 'string' }, 'text'],
  [{ type: 'string', 'x-control': 'time-zone' }, 'time-zone'],
  [{}, 'text'],
  [{ type: 'array', items: { type: 'string' } }, 'texts'],
  [{ type: 'array', items: { type: 'string' }, default: ['id'] }, 'texts-or-default'],
  [{ type: 'array', items: { type: 'number' } }, 'numbers'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, 'choices'],
  [{ type: 'array', items: { type: 'object', properties: {} } }, 'forms'],
  [{ type: 'array' }, 'json'],
  [{ type: 'object', properties: { on: { type: 'boolean' } } }, 'form'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'entries'],
  [{ type: 'object', additionalProperties: { enum: ['a', 'b'] } }, 'entries'],
  [{ type: 'object', additionalProperties: { 'x-control': 'template' } }, 'entries'],
  [{ type: 'object' }, 'json'],
  [{ type: 'object', additionalProperties: false }, 'json'],
])('the control of %j is %s', (schema, control) => {
  expect(controlOf(schema)).toBe(control);
});
