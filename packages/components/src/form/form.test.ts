import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const type = { descriptor, runner };

test('passes on what was filled in, whatever its thanks would give', async () => {
  const form = { name: 'Ada', submittedBy: null };
  const config = {
    title: 'Form',
    fields: [{ key: 'name', type: 'TEXT' }],
    thanks: '{{ form.missing }} {{ $error() }}',
  };
  expect((await runComponent(type, config, { form })).outcome).toMatchObject({ kind: 'succeeded', output: { form } });
});

test('produces its fields and who sent them', () => {
  const fields = [{ key: 'photo', type: 'FILE' }];
  expect(descriptor.outputs({ config: { fields }, output: 'form' })).toEqual([
    { key: 'form', type: 'OBJECT', fields: [{ key: 'submittedBy', type: 'TEXT', optional: true }, ...fields] },
  ]);
});

test.each([
  [{ fields: [{ key: 'submittedBy', type: 'TEXT' }] }, '/fields/0/key'],
  [{ fields: [{ key: 'when', type: 'DATE_TIME', choices: ['now'] }] }, '/fields/0/choices'],
  [
    { fields: [{ key: 'rows', type: 'LIST', items: { type: 'OBJECT', fields: [{ key: 'a', type: 'FILE' }] } }] },
    '/fields/0/items/fields/0/type',
  ],
])('names what is wrong in %j', (given, pointer) => {
  expect(descriptor.checkConfig(given)).toEqual([expect.objectContaining({ pointer })]);
});
