import { expect, test } from '@jest/globals';
import type { Component, Connection } from '@workflow/workflow-model';
import { missingSettings } from './missing-settings.ts';

const component = (id: string, type: string, more: Partial<Component> = {}): Component => ({
  id,
  type,
  config: {},
  ...more,
});
const hook = (id = 'hook', config = {}) => component(id, 'webhook', { config, output: 'request' });
const chain = (...ids: string[]): Connection[] =>
  ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', port: 'next', to }));
const missing = (components: Component[], connections: Connection[]) =>
  missingSettings({ components, connections }).map(({ trigger, property, neededBy }) => [
    trigger.id,
    property,
    neededBy.id,
  ]);

test.each<[string, Component[], Connection[], string[][]]>([
  ['directly', [hook(), component('reply', 'respond')], chain('hook', 'reply'), [['hook', 'response', 'reply']]],
  [
    'behind other components',
    [hook(), component('a', 'delay'), component('reply', 'respond')],
    chain('hook', 'a', 'reply'),
    [['hook', 'response', 'reply']],
  ],
  ['that is not connected', [hook(), component('reply', 'respond')], [], []],
  [
    'with a webhook that waits',
    [hook('hook', { response: {} }), component('reply', 'respond')],
    chain('hook', 'reply'),
    [],
  ],
  ['behind another trigger', [component('in', 'input'), component('reply', 'respond')], chain('in', 'reply'), []],
  ['that is disabled', [hook(), component('reply', 'respond', { disabled: true })], chain('hook', 'reply'), []],
  [
    'behind a disabled component',
    [hook(), component('a', 'delay', { disabled: true }), component('reply', 'respond')],
    chain('hook', 'a', 'reply'),
    [],
  ],
  [
    'of two webhooks, one of which waits',
    [hook('one', { response: { timeoutSeconds: 5 } }), hook('two'), component('reply', 'respond')],
    [...chain('one', 'reply'), ...chain('two', 'reply')],
    [['two', 'response', 'reply']],
  ],
])('Respond %s', (_, components, connections, expected) => {
  expect(missing(components, connections)).toEqual(expected);
});
