import { expect, test } from '@jest/globals';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

test('no two operations exclude each other by chance', () => {
  const numbers = Object.values<number>(ADVISORY_LOCKS);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
