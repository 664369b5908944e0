import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

test.each([
  ['a text with a placeholder', { value: 'Hello {{ name }}' }, 'Hello Ada'],
  ['a placeholder that is alone, with its type', { value: { total: '{{ total }}' } }, { total: 12 }],
])('the output is %s', async (_, config, output) => {
  const { outcome } = await runComponent({ descriptor, runner }, config, { name: 'Ada', total: 12 });
  expect(outcome).toEqual({ kind: 'succeeded', output, port: 'next' });
});
