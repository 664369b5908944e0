import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

test('passes on the message', async () => {
  const chat = { message: 'Hi', conversationId: '1', by: null };
  const ran = await runComponent({ descriptor, runner }, { title: 'Chat' }, { chat });
  expect(ran.outcome).toMatchObject({ kind: 'succeeded', output: { chat } });
});

test('produces the message, its conversation and its sender', () => {
  expect(descriptor.outputs({ config: { title: 'Chat' }, output: 'chat' })).toMatchObject([
    { key: 'chat', type: 'OBJECT', fields: [{ key: 'message' }, { key: 'conversationId' }, { key: 'by' }] },
  ]);
});
