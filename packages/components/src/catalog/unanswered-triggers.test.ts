import { expect, test } from '@jest/globals';
import type { Component, Connection } from '@workflow/workflow-model';
import { unansweredTriggers } from './unanswered-triggers.ts';

const component = (id: string, type: string, more: Partial<Component> = {}): Component => ({
  id,
  type,
  config: {},
  ...more,
});
const chat = component('chat', 'chat');
const chain = (...ids: string[]): Connection[] =>
  ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', port: 'next', to }));

test.each<[string, Component[], Connection[], string[]]>([
  ['alone', [chat], [], ['chat']],
  ['before an output', [chat, component('a', 'delay'), component('out', 'output')], chain('chat', 'a', 'out'), []],
  ['not connected to the output', [chat, component('out', 'output')], [], ['chat']],
  ['before a disabled output', [chat, component('out', 'output', { disabled: true })], chain('chat', 'out'), ['chat']],
  [
    'before a loop with an output in its body',
    [chat, component('loop', 'for-each'), component('out', 'output', { within: 'loop' })],
    chain('chat', 'loop'),
    ['chat'],
  ],
  ['of another type', [component('in', 'input')], [], []],
  ['that is disabled', [{ ...chat, disabled: true }], [], []],
])('a chat %s', (_, components, connections, expected) => {
  expect(unansweredTriggers({ components, connections }).map(({ id }) => id)).toEqual(expected);
});
