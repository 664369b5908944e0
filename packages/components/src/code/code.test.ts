import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

test('runs its program in a sandbox, which sees the placeholders', async () => {
  const { outcome } = await runComponent(
    { descriptor, runner },
    { source: 'return placeholders.n * 2;', type: 'NUMBER' },
    { n: 21 },
  );
  expect(outcome).toEqual({ kind: 'succeeded', output: 42, port: 'next' });
});

test('reads placeholders by their names as well', async () => {
  const source = 'const total = quantity * 9.5;\nreturn { customer, total };';
  const { outcome } = await runComponent(
    { descriptor, runner },
    { source, type: 'JSON' },
    { customer: 'Ada', quantity: 2 },
  );
  expect(outcome).toMatchObject({ kind: 'succeeded', output: { customer: 'Ada', total: 19 } });
});

test('fails with what its program throws', async () => {
  const { outcome } = await runComponent(
    { descriptor, runner },
    { source: 'throw new Error("no stock")', type: 'JSON' },
  );
  expect(outcome).toMatchObject({ kind: 'failed', code: 'CODE_ERROR' });
  expect(outcome).toHaveProperty('message', expect.stringContaining('no stock'));
});
