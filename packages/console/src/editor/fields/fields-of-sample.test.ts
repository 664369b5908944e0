import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
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

test.each<[string, Json, unknown]>([
  ['texts', ['a', '2026-11-21T10:00Z'], { type: 'LIST' }],
  ['dates', ['2026-11-21T10:00Z', '2026-11-22T10:00Z'], { type: 'LIST', items: 'DATE_TIME' }],
  ['numbers', [1, 2.5], { type: 'LIST', items: 'NUMBER' }],
  ['values of several types', [1, 'a'], { type: 'JSON' }],
  ['nothing', [], { type: 'JSON' }],
  [
    'objects, whose fields are those of all items',
    [
      { sku: 'a', at: { shelf: 1 } },
      { sku: 2, at: { shelf: 1, row: 2 }, gift: true },
    ],
    {
      type: 'LIST',
      items: {
        type: 'OBJECT',
        fields: [
          { key: 'sku', type: 'JSON' },
          {
            key: 'at',
            type: 'OBJECT',
            fields: [
              { key: 'shelf', type: 'NUMBER' },
              { key: 'row', type: 'NUMBER', optional: true },
            ],
          },
          { key: 'gift', type: 'BOOLEAN', optional: true },
        ],
      },
    },
  ],
])('a list of %s in a sample', (_what, list, field) => {
  expect(withFieldsOfSample([], { list })).toEqual([{ key: 'list', ...(field as object) }]);
});
