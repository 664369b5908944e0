import { expect, test } from '@jest/globals';
import type { Component, Field, JsonObject } from '@workflow/workflow-model';
import { declaredFields } from './declared-fields.ts';
import { missingValues } from './missing-values.ts';

const text = (key: string, optional = false): Field => ({ key, type: 'TEXT', ...(optional && { optional }) });
const object = (key: string, fields: Field[], optional = false): Field => ({
  key,
  type: 'OBJECT',
  fields,
  ...(optional && { optional }),
});

test.each<[string, Field[], JsonObject, string[]]>([
  ['a text', [text('a')], {}, ['a']],
  ['a text with a value', [text('a')], { a: 'x' }, []],
  ['an optional text', [text('a', true)], {}, []],
  [
    'a list, a file, a number',
    ['LIST', 'FILE', 'NUMBER'].map((type) => ({ key: type, type }) as Field),
    {},
    ['LIST', 'FILE', 'NUMBER'],
  ],
  ['null and false', [text('a'), text('b')], { a: null, b: false }, []],
  ['an object', [object('o', [text('a')])], {}, ['o']],
  ['a field of an object', [object('o', [text('a'), text('b')])], { 'o.a': 'x' }, ['o.b']],
  ['an optional object', [object('o', [text('a')], true)], {}, []],
  [
    'a field of an optional object with another field',
    [object('o', [text('a'), text('b')], true)],
    { 'o.a': 'x' },
    ['o.b'],
  ],
  ['an object whose fields are all optional', [object('o', [text('a', true)])], {}, []],
  ['an object of such an object', [object('o', [object('p', [text('a', true)])])], {}, []],
])('missing of %s', (_, fields, values, expected) => {
  expect(missingValues(fields, values)).toEqual(expected);
});

test.each<[string, Component, string[]]>([
  [
    'placeholders of an Input',
    { id: 'a', type: 'input', config: { placeholders: [{ key: 'name', type: 'TEXT' }] } },
    ['name'],
  ],
  [
    'fields of a form',
    { id: 'a', type: 'form', output: 'form', config: { fields: [{ key: 'age', type: 'NUMBER' }] } },
    ['form'],
  ],
  ['nothing of a feed', { id: 'a', type: 'feed', output: 'entry', config: {} }, []],
  ['nothing of a failure', { id: 'a', type: 'error', output: 'failed', config: {} }, []],
  ['nothing of another component', { id: 'a', type: 'code', output: 'done', config: {} }, []],
])('a form requires %s', (_, component, expected) => {
  expect(missingValues(declaredFields(component), {})).toEqual(expected);
});
