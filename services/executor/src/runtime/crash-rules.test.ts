import { expect, test } from '@jest/globals';
import { crashRule } from './crash-rules.ts';

test.each([
  [0, 'run'],
  [1, 'run'],
  [2, 'run-alone'],
  [3, 'give-up'],
  [9, 'give-up'],
] as const)('%i crashes: %s', (crashes, rule) => {
  expect(crashRule(crashes)).toBe(rule);
});
