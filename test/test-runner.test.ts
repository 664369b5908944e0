import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { leftOut, LONG_TESTS } from '../scripts/long-tests.ts';

const ROOT = join(import.meta.dirname, '..');

test.each(LONG_TESTS)('the pattern $files is of paths from the root', ({ files }) => {
  expect(files.source).toMatch(/^\^/);
});

test('whatever is left out is there, and left out for one reason', () => {
  const groups = leftOut(ROOT);
  expect(groups.filter(({ files }) => files.length === 0)).toEqual([]);
  const files = groups.flatMap((group) => group.files);
  expect(files.toSorted()).toEqual([...new Set(files)].toSorted());
  expect(files).toContain('test/chaos/short-form-servers.test.ts');
});
