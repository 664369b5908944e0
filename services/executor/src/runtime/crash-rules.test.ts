import { expect, test } from '@jest/globals';
import { BLOCKED_CRASHES } from '@workflow/session-store';
import { crashRule } from './crash-rules.ts';

test.each([
  [0, 'run'],
  [1, 'run'],
  [2, 'run-alone'],
  [3, 'give-up'],
  [9, 'give-up'],
  [BLOCKED_CRASHES, 'blocked'],
] as const)('%i crashes: %s', (crashes, rule) => {
  expect(crashRule(crashes)).toBe(rule);
});
