import { expect, test } from '@jest/globals';
import type { Component, Connection } from '@workflow/workflow-model';
import { availablePlaceholders, outputsOf } from '../descriptors.ts';

const component = (id: string, type: string, more: Partial<Component> = {}): Component => ({
  id,
  type,
  config: {},
  ...more,
});
const connect = (from: string, to: string, port = 'next'): Connection => ({ from, port, to });

const definition = {
  components: [
    component('in', 'input', {
      config: {
        placeholders: [
          { key: 'name', type: 'TEXT' },
          { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }] },
        ],
      },
    }),
    component('http', 'http-request', { output: 'price' }),
    component('sum', 'transform', { output: 'sum', config: { expression: '1', type: 'NUMBER' } }),
    component('rescue', 'transform', { output: 'rescued', config: { expression: '1', type: 'TEXT' } }),
    component('after', 'output'),
    component('apart', 'webhook', { output: 'request' }),
  ],
  connections: [
    connect('in', 'http'),
    connect('http', 'sum'),
    connect('http', 'rescue', 'error'),
    connect('rescue', 'after'),
  ],
};
const keysAt = (id: string) => availablePlaceholders(definition, id).map((field) => field.key);

test('a trigger has its own outputs, so that a caller can replace it', () => {
  expect(keysAt('in')).toEqual(['name', 'order']);
  expect(availablePlaceholders(definition, 'apart')).toEqual([{ key: 'request', type: 'TEXT' }]);
});

test('other components have the outputs of all their ancestors, not their own', () => {
  expect(keysAt('http')).toEqual(['name', 'order']);
  expect(keysAt('sum')).toEqual(['name', 'order', 'price']);
});

test('behind an error port there is error as well', () => {
  expect(keysAt('rescue')).toEqual(['name', 'order', 'price', 'error']);
  expect(keysAt('after')).toEqual(['name', 'order', 'price', 'rescued', 'error']);
  expect(
    availablePlaceholders(definition, 'rescue')
      .at(-1)
      ?.fields?.map(({ key, type }) => [key, type]),
  ).toEqual([
    ['code', 'TEXT'],
    ['message', 'TEXT'],
    ['componentId', 'TEXT'],
  ]);
});

test('a component that does not exist has none', () => {
  expect(keysAt('nowhere')).toEqual([]);
});

test.each<[string, Component, unknown]>([
  [
    'input: each placeholder under its own key',
    component('x', 'input', { config: { placeholders: [{ key: 'a', type: 'LIST', optional: true }] } }),
    [{ key: 'a', type: 'LIST', optional: true }],
  ],
  ['webhook: TEXT', component('x', 'webhook', { output: 'o' }), [{ key: 'o', type: 'TEXT' }]],
  [
    'json-parse: OBJECT of its fields',
    component('x', 'json-parse', { output: 'o', config: { fields: [{ key: 'a', type: 'TEXT' }] } }),
    [{ key: 'o', type: 'OBJECT', fields: [{ key: 'a', type: 'TEXT' }] }],
  ],
  [
    'transform: its type',
    component('x', 'transform', { output: 'o', config: { type: 'LIST' } }),
    [{ key: 'o', type: 'LIST' }],
  ],
  [
    'code: its type and fields',
    component('x', 'code', { output: 'o', config: { type: 'OBJECT', fields: [{ key: 'a', type: 'JSON' }] } }),
    [{ key: 'o', type: 'OBJECT', fields: [{ key: 'a', type: 'JSON' }] }],
  ],
  ['for-each: JSON', component('x', 'for-each', { output: 'o' }), [{ key: 'o', type: 'JSON' }]],
  [
    'http-request: status, headers, body, and what not every body has',
    component('x', 'http-request', { output: 'o' }),
    [
      {
        key: 'o',
        type: 'OBJECT',
        fields: [
          { key: 'status', type: 'NUMBER' },
          { key: 'headers', type: 'JSON' },
          { key: 'body', type: 'JSON' },
          { key: 'bodyEncoding', type: 'TEXT', optional: true },
          { key: 'text', type: 'TEXT', optional: true },
        ],
      },
    ],
  ],
  [
    'run-workflow: sessionId, status, output',
    component('x', 'run-workflow', { output: 'o' }),
    [
      {
        key: 'o',
        type: 'OBJECT',
        fields: [
          { key: 'sessionId', type: 'TEXT' },
          { key: 'status', type: 'TEXT' },
          { key: 'output', type: 'JSON' },
        ],
      },
    ],
  ],
  ['delay: nothing', component('x', 'delay', { output: 'o' }), []],
  ['condition: nothing', component('x', 'condition', { output: 'o' }), []],
  ['switch: nothing', component('x', 'switch', { output: 'o' }), []],
  ['output: nothing', component('x', 'output', { output: 'o' }), []],
  ['without an output name: nothing', component('x', 'transform', { config: { type: 'TEXT' } }), []],
  ['an unknown type: nothing', component('x', 'nonsense', { output: 'o' }), []],
])('%s', (_, given, fields) => {
  expect(outputsOf(given)).toEqual(fields);
});
