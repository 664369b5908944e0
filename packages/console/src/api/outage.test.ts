import { expect, test } from '@jest/globals';
import { ApiError } from './api-error.ts';
import { isOutage, reasonOfOutage } from './outage.ts';

test.each<[string, unknown, RegExp | null]>([
  ['no answer', new TypeError('Failed to fetch'), /could not be reached/],
  ['a timeout', new DOMException('too late', 'TimeoutError'), /could not be reached/],
  ['a stopped request', new DOMException('stopped', 'AbortError'), null],
  ['500', new ApiError(500, 'x'), /could not answer/],
  ['503', new ApiError(503, 'x'), /not available/],
  ['429', new ApiError(429, 'x'), /Too many requests/],
  ['404', new ApiError(404, 'x'), null],
  ['400', new ApiError(400, 'x'), null],
  ['a fault of the console', new Error('x'), null],
])('%s', (_, error, reason) => {
  expect(isOutage(error)).toBe(reason !== null);
  expect(reasonOfOutage(error) ?? 'none').toMatch(reason ?? /^none$/);
});
