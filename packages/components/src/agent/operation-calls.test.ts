import { expect, test } from '@jest/globals';
import type { OpenedOperation } from '@workflow/component-kit/run';
import { requireArguments } from './operation-calls.ts';

const OPERATION = {
  input: { properties: { list: { items: { type: 'number' } } } },
  schemas: {},
} as unknown as OpenedOperation;

/** Checks a list of numbers whose last item is a text. */
const check = (numbers: number) => () =>
  requireArguments(OPERATION, { list: [...Array.from({ length: numbers }, (_, index) => index), 'x'] });

test('a check of the arguments of a call reads at most 100,000 parts of schemas', () => {
  expect(check(99_000)).toThrow(expect.objectContaining({ code: 'FIELD_INVALID' }));
  expect(check(100_000)).not.toThrow();
});
