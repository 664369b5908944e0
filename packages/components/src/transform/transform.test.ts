import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

test('calculates a value of the declared type', async () => {
  const { outcome, input } = await runComponent(
    { descriptor, runner },
    { expression: 'price * 2', type: 'NUMBER' },
    { price: 6 },
  );
  expect(outcome).toEqual({ kind: 'succeeded', output: 12, port: 'next' });
  expect(input).toEqual({ expression: 'price * 2' });
});

test('a result of another type fails the step', async () => {
  const { outcome } = await runComponent({ descriptor, runner }, { expression: '"twelve"', type: 'NUMBER' }, {});
  expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringContaining('the result') });
});
