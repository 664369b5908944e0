import { expect, test } from '@jest/globals';
import { uniqueName } from './unique-name.ts';

test('a name that is taken gets the next free number', () => {
  expect(uniqueName('Report', new Set())).toBe('Report');
  expect(uniqueName('Report', new Set(['Report', 'Report 2']))).toBe('Report 3');
});
