import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { valueChanges } from './value-changes.ts';

test('names each value that differs, by its path', () => {
  const before = { name: 'Fetch', config: { url: 'http://a', fields: [{ key: 'x' }], retries: 1 } };
  const after = { config: { fields: [{ key: 'y' }, { key: 'z' }], retries: 1, url: 'http://b' } };
  expect(valueChanges(before, after)).toEqual([
    { path: 'name', before: 'Fetch', after: undefined },
    { path: 'config.url', before: 'http://a', after: 'http://b' },
    { path: 'config.fields[0].key', before: 'x', after: 'y' },
    { path: 'config.fields[1]', before: undefined, after: { key: 'z' } },
  ]);
});

test('equal values have no changes, and a change is found from both sides', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (left, right) => {
      const [one, other] = [JSON.parse(left) as unknown, JSON.parse(right) as unknown];
      expect(valueChanges(one, structuredClone(one))).toEqual([]);
      expect(valueChanges(one, other)).toHaveLength(valueChanges(other, one).length);
    }),
  );
});
