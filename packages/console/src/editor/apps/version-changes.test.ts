import { expect, test } from '@jest/globals';
import { argumentChanges, sentenceOf, withRenamed } from './version-changes.ts';

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const sentences = (before: object, after: object) => argumentChanges(before, after).map(sentenceOf);

test.each<[string, object, object, string[]]>([
  ['nothing', object({ a: { type: 'string' } }), object({ a: { type: 'string', description: 'New words.' } }), []],
  ['a new argument', object({}), object({ a: { type: 'string' } }), ['a was added.']],
  ['a new one of several', object({ a: {} }), object({ a: {}, b: { type: 'string' } }), ['b was added.']],
  ['a required one', object({ a: {} }), object({ a: {}, b: {} }, ['b']), ['b was added and is required.']],
  ['one that is gone', object({ a: {}, b: {} }), object({ a: {} }), ['b was removed.']],
  ['another type', object({ a: { type: 'string' } }), object({ a: { type: 'number' } }), ['a changed.']],
  ['one that is required now', object({ a: {} }), object({ a: {} }, ['a']), ['a changed.']],
  [
    'another name',
    object({ a: { type: 'number' }, b: { type: 'string' } }),
    object({ first: { type: 'number' }, b: { type: 'string' } }),
    ['a was renamed to first.'],
  ],
  [
    'another name of one of two alike',
    object({ a: { type: 'number' }, b: { type: 'number' } }),
    object({ first: { type: 'number' }, second: { type: 'number' } }),
    ['a was removed.', 'b was removed.', 'first was added.', 'second was added.'],
  ],
  [
    'another name within a group',
    object({ body: object({ title: { type: 'string' } }) }),
    object({ body: object({ subject: { type: 'string' } }) }),
    ['body.title was renamed to subject.'],
  ],
])('%s', (_, before, after, expected) => {
  expect(sentences(before, after)).toEqual(expected);
});

test('arguments move to the new names, at their place', () => {
  const before = object({ body: object({ title: { type: 'string' }, n: { type: 'number' } }) });
  const after = object({ body: object({ subject: { type: 'string' }, n: { type: 'number' } }) });
  const changes = argumentChanges(before, after);
  expect(withRenamed({ body: { title: '{{ title }}', n: 1 }, path: {} }, changes)).toEqual({
    body: { subject: '{{ title }}', n: 1 },
    path: {},
  });
  expect(withRenamed({ body: '{{ all }}' }, changes)).toEqual({ body: '{{ all }}' });
});

test('schemas that refer to themselves are compared', () => {
  const root = (type: string) => ({
    ...object({ node: { $ref: '#/$defs/Node' } }),
    $defs: { Node: object({ name: { type }, next: { $ref: '#/$defs/Node' } }) },
  });
  expect(argumentChanges(root('string'), root('string'))).toEqual([]);
  expect(sentences(root('string'), root('number'))).toContain('node.name changed.');
});
