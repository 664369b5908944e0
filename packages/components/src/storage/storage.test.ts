import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const type = { descriptor, runner };
const failed = (code: string, message: string) => ({ kind: 'failed', code, message: expect.stringContaining(message) });

test('gets what is stored, and null where there is nothing', async () => {
  const answers = { stored: { 'workflow of Ada': 7 } };
  const config = { operation: 'get', key: 'of {{ name }}' };
  const found = await runComponent(type, config, { name: 'Ada' }, { answers });
  expect(found.outcome).toMatchObject({ output: 7 });
  expect(found.beganEffect).toBe(false);
  expect((await runComponent(type, config, { name: 'Bob' }, { answers })).outcome).toMatchObject({ output: null });
});

test.each([
  ['sets a value of any type', { operation: 'set', value: '{{ order }}' }, { id: 7 }],
  ['sets null', { operation: 'set', value: '{{ none }}' }, null],
  ['adds a number', { operation: 'add', value: '{{ amount }}' }, 5.5],
  ['adds a number that is a text', { operation: 'add', value: '-1' }, 2],
  ['adds one', { operation: 'add' }, 4],
])('%s', async (_what, config, expected) => {
  const placeholders = { order: { id: 7 }, none: null, amount: 2.5 };
  const answers = { stored: { 'workflow k': 3 } };
  const { outcome, stored, beganEffect } = await runComponent(type, { ...config, key: 'k' }, placeholders, { answers });
  expect(outcome).toEqual({ kind: 'succeeded', output: expected, port: 'next' });
  expect(stored.get('workflow k')).toEqual(expected);
  expect(beganEffect).toBe(true);
});

test('deletes a value of the organization, and gives what it was', async () => {
  const answers = { stored: { 'organization k': 'before', 'workflow k': 'other' } };
  const config = { operation: 'delete', key: 'k', scope: 'organization' };
  const { outcome, stored } = await runComponent(type, config, {}, { answers });
  expect(outcome).toMatchObject({ output: 'before' });
  expect([...stored.keys()]).toEqual(['workflow k']);
});

test('what is no number cannot be added', async () => {
  const { outcome, beganEffect } = await runComponent(type, { operation: 'add', key: 'k', value: 'two' });
  expect(outcome).toMatchObject(failed('FIELD_INVALID', 'value must be a number'));
  expect(beganEffect).toBe(false);
});

test.each([
  [{ operation: 'set', key: 'k' }, '/value'],
  [{ operation: 'get', key: 'k', value: 1 }, '/value'],
  [{ operation: 'delete', key: 'k', ttlSeconds: 1 }, '/ttlSeconds'],
])('refuses %j', (config, pointer) => {
  expect(descriptor.checkConfig(config)).toMatchObject([{ pointer }]);
});
