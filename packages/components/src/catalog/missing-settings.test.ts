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
  ['directly', [hook(), component('say', 'respond')], chain('hook', 'say'), [['hook', 'response', 'say']]],
  [
    'behind other components',
    [hook(), component('a', 'delay'), component('say', 'respond')],
    chain('hook', 'a', 'say'),
    [['hook', 'response', 'say']],
  ],
  ['that is not connected', [hook(), component('say', 'respond')], [], []],
  [
    'with a webhook that waits',
    [hook('hook', { response: {} }), component('say', 'respond')],
    chain('hook', 'say'),
    [],
  ],
  ['behind another trigger', [component('in', 'input'), component('say', 'respond')], chain('in', 'say'), []],
  ['that is disabled', [hook(), component('say', 'respond', { disabled: true })], chain('hook', 'say'), []],
  [
    'behind a disabled component',
    [hook(), component('a', 'delay', { disabled: true }), component('say', 'respond')],
    chain('hook', 'a', 'say'),
    [],
  ],
  [
    'of two webhooks, one of which waits',
    [hook('one', { response: { timeoutSeconds: 5 } }), hook('two'), component('say', 'respond')],
    [...chain('one', 'say'), ...chain('two', 'say')],
    [['two', 'response', 'say']],
  ],
])('Respond %s', (_, components, connections, expected) => {
  expect(missing(components, connections)).toEqual(expected);
});
