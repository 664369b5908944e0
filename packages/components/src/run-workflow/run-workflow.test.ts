import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const config = { workflowId: 'w', componentId: 'c', placeholderValues: { n: '{{ n }}' } };

test('starts a session with the values of its templates, and gives its output', async () => {
  const child = ({ placeholderValues }: { placeholderValues: object }) => ({ ...placeholderValues, doubled: 4 });
  const { outcome, started } = await runComponent({ descriptor, runner }, config, { n: 2 }, { answers: { child } });
  expect(started).toEqual([{ workflowId: 'w', componentId: 'c', placeholderValues: { n: 2 }, iteration: 0 }]);
  expect(outcome).toMatchObject({ kind: 'succeeded', output: { status: 'SUCCEEDED', output: { n: 2, doubled: 4 } } });
});

test('fails when the session that it waits for fails', async () => {
  const child = () => new Error('out of stock');
  const { outcome } = await runComponent({ descriptor, runner }, config, { n: 2 }, { answers: { child } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'CHILD_FAILED' });
  expect(outcome).toHaveProperty('message', expect.stringContaining('out of stock'));
});
