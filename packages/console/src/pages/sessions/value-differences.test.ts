import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import fc from 'fast-check';
import { valueDifferences } from './value-differences.ts';

test('names each place at which two values differ', () => {
  const before = { a: 1, list: [1, { x: 'one' }], gone: true };
  const after = { a: 1, list: [1, { x: 'two' }, 3], kind: {} };
  expect(valueDifferences(before, after)).toEqual([
    { path: 'list[1].x', before: 'one', after: 'two' },
    { path: 'list[2]', before: undefined, after: 3 },
    { path: 'gone', before: true, after: undefined },
    { path: 'kind', before: undefined, after: {} },
  ]);
  expect(valueDifferences('text', { a: 1 })).toEqual([{ path: '', before: 'text', after: { a: 1 } }]);
  expect(valueDifferences([], {})).toHaveLength(1);
});

test('compares texts that are JSON as what they contain', () => {
  const request = (total: unknown): string => JSON.stringify({ method: 'POST', body: { total } });
  expect(valueDifferences({ request: request(1) }, { request: request('many') })).toEqual([
    { path: 'request.body.total', before: 1, after: 'many' },
  ]);
  expect(valueDifferences('[1]', '[ 1]')).toEqual([{ path: '', before: '[1]', after: '[ 1]' }]);
  expect(valueDifferences('[1]', 'one')).toEqual([{ path: '', before: '[1]', after: 'one' }]);
});

test('a value does not differ from its copy', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = structuredClone(value) as Json;
      expect(valueDifferences(value as Json, copy)).toEqual([]);
    }),
  );
});
