import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

test.each([
  [{ amount: 12 }, 'true'],
  [{ amount: 8 }, 'false'],
])('with %j it takes the port %s', async (placeholders, port) => {
  const { outcome, input } = await runComponent({ descriptor, runner }, { expression: 'amount > 10' }, placeholders);
  expect(outcome).toEqual({ kind: 'succeeded', output: port === 'true', port });
  expect(input).toEqual({ expression: 'amount > 10' });
});
