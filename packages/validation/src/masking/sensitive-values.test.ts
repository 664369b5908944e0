import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import type { Json } from '@workflow/workflow-model';
import { SensitiveValues } from './sensitive-values.ts';

function known(...values: Json[]): SensitiveValues {
  const sensitive = new SensitiveValues();
  for (const value of values) sensitive.add(value);
  return sensitive;
}

test.each<[string, Json[], Json, Json]>([
  ['a text that contains one', ['4111-2222'], 'card 4111-2222!', 'card •••!'],
  ['a number within a text', [41112222], 'card 41112222!', 'card •••!'],
  ['a number by its digits', ['41112222'], { n: 41112222 }, { n: '•••' }],
  ['a short one only as a whole', ['ab'], ['ab', 'about'], ['•••', 'about']],
  ['a boolean', [true], { yes: true, no: false }, { yes: '•••', no: false }],
  ['what is within a list and an object', [['first', { a: 'second' }]], ['a second first', null], ['a ••• •••', null]],
  ['a key', ['secret-key'], { 'secret-key': 1 }, { '•••': 1 }],
])('masks %s', (_what, values, before, after) => {
  expect(known(...values).mask(before)).toEqual(after);
});

test('masks one within Base64', () => {
  const encoded = Buffer.from('user:4111-2222').toString('base64');
  expect(known('4111-2222').mask(`Basic ${encoded}`)).toMatch(/^Basic \w+•••\S*$/);
});

test('what has nothing sensitive is the very same value', () => {
  const value = { a: ['b', 1, null, true], c: '' };
  expect(known('secret', '').mask(value)).toBe(value);
});

test('beyond a thousand values everything is masked, and in no long turn', async () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `value ${n}`);
  const sensitive = new SensitiveValues();
  const add = () => {
    sensitive.add(many);
    return Promise.resolve();
  };
  expect(await longestTurnMs(add, 250)).toBeLessThan(250);
  expect(sensitive.mask({ other: 'text', n: 1, none: null })).toEqual({ other: '•••', n: '•••', none: null });
});

test('a session without sensitive values holds no table to find them with', () => {
  const before = process.memoryUsage().arrayBuffers;
  const sessions = Array.from({ length: 1_000 }, () => known());
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  expect(sessions.every(({ isEmpty }) => isEmpty)).toBe(true);
});
