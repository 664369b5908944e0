import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fieldRule, problemMessage, PROBLEMS, wrong } from './problem-codes.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');

test('docs/errors.md lists every problem of definitions with its message, and no other', () => {
  const section = page.split('\n## Definitions')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.+?) \| /gm)].map(([, code, message]) => [code, message]);
  const registered = Object.entries(PROBLEMS).map(([code, { message }]) => [code, message]);
  expect(rows).toEqual(registered.sort());
});

test.each([
  ['a value as it is', wrong('FIELD_RULE', { field: '$&', rule: '<field>' }), '$& <field>'],
  ['a list', wrong('NOT_ALLOWED', { field: 'mode', allowed: ['PROD', 'TEST'] }), 'mode must be one of PROD, TEST'],
  ['types in words', wrong('WRONG_TYPE', { field: 'a', expected: ['uuid', 'null'] }), 'a must be a UUID or null'],
  ['a circle', wrong('CYCLE', { components: ['a', 'b', 'a'] }), 'The connections form a cycle: a → b → a'],
  ['one', wrong('TOO_MANY_ITEMS', { field: 'a', limit: 1 }), 'a must have at most 1 item'],
])('a message has %s', (_, { message }, expected) => {
  expect(message).toBe(expected);
});

test('a name that has no value stays as it is', () => {
  expect(problemMessage('REQUIRED', {})).toBe('<field> is required');
});

test('the rule of a field is the message without the field', () => {
  expect(fieldRule('REQUIRED', { field: 'a' })).toBe('is required');
  expect(fieldRule('KEY_OF_SECRET', { field: 'flow.order.key' })).toBe('this expression cannot use a secret');
  expect(fieldRule('CYCLE', { components: [] })).toBeNull();
});
