import { expect, test } from '@jest/globals';
import type { Field } from './definition.ts';
import { absentFields } from './absent-fields.ts';

const FIELDS: Field[] = [
  { key: 'name', type: 'TEXT' },
  { key: 'note', type: 'TEXT', optional: true },
  {
    key: 'customer',
    type: 'OBJECT',
    fields: [
      { key: 'city', type: 'TEXT' },
      { key: 'zip', type: 'TEXT', optional: true },
    ],
  },
];

test.each([
  ['nothing is sent', {}, [['name'], ['customer']]],
  ['an object is there in part', { name: 'Ada', customer: { zip: '1' } }, [['customer', 'city']]],
  ['null is a value', { name: null, customer: null }, []],
  ['all is there', { name: 'Ada', customer: { city: 'Paris' } }, []],
])('%s', (_, values, absent) => {
  expect(absentFields(FIELDS, values)).toEqual(absent);
});

test('an optional object that is there must be whole', () => {
  const fields: Field[] = [{ key: 'a', type: 'OBJECT', optional: true, fields: [{ key: 'b', type: 'TEXT' }] }];
  expect(absentFields(fields, {})).toEqual([]);
  expect(absentFields(fields, { a: {} })).toEqual([['a', 'b']]);
});
