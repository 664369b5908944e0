import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const CASES = [
  { port: 'large', expression: 'amount > 100' },
  { port: 'small', expression: 'amount > 10' },
];

test.each([
  [{ amount: 200 }, 'large'],
  [{ amount: 20 }, 'small'],
  [{ amount: 2 }, 'default'],
])('with %j it takes the port %s', async (placeholders, port) => {
  const { outcome, input } = await runComponent({ descriptor, runner }, { cases: CASES }, placeholders);
  expect(outcome).toEqual({ kind: 'succeeded', output: port, port });
  expect(input).toEqual({ cases: CASES });
});

test('a case after the first that is true is not evaluated', async () => {
  const cases = [CASES[0]!, { port: 'never', expression: '$error("evaluated")' }];
  const { outcome } = await runComponent({ descriptor, runner }, { cases }, { amount: 200 });
  expect(outcome).toEqual({ kind: 'succeeded', output: 'large', port: 'large' });
});
