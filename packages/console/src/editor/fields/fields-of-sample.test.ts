import { expect, test } from '@jest/globals';
import { withFieldsOfSample } from './fields-of-sample.ts';

test('fields of a sample join known ones at every depth, whose types stay', () => {
  const known = [{ key: 'body', type: 'OBJECT', fields: [{ key: 'total', type: 'TEXT' }] }, { key: '' }];
  expect(withFieldsOfSample(known, { body: { total: 1, customer: { name: 'Ada' } }, paid: true })).toEqual([
    {
      key: 'body',
      type: 'OBJECT',
      fields: [
        { key: 'total', type: 'TEXT' },
        { key: 'customer', type: 'OBJECT', fields: [{ key: 'name', type: 'TEXT' }] },
      ],
    },
    { key: 'paid', type: 'BOOLEAN' },
  ]);
});
