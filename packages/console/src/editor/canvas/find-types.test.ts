import { expect, test } from '@jest/globals';
import type { ComponentDescriptor } from '@workflow/component-kit';
import { findTypes } from './find-types.ts';

const named = (type: string, title: string, description: string) =>
  ({ type, title, description }) as ComponentDescriptor;
const TYPES = [
  named('webhook', 'Webhook', 'Outputs the whole request as one JSON string.'),
  named('json-parse', 'Parse JSON', 'Reads a text into typed fields.'),
  named('http-request', 'HTTP request', 'Calls another server.'),
  named('request-log', 'Log', 'Writes a line.'),
];
const found = (search: string) => findTypes(search, TYPES).map(({ type }) => type);

test.each([
  ['json', ['json-parse', 'webhook']],
  ['request', ['request-log', 'http-request', 'webhook']],
  ['Parse', ['json-parse']],
  ['hook', ['webhook']],
  ['calls server', ['http-request']],
  ['nothing', []],
])('%j finds names before descriptions', (search, types) => {
  expect(found(search)).toEqual(types);
});

test('without a search all types stand in their order', () => {
  expect(found('  ')).toEqual(['webhook', 'json-parse', 'http-request', 'request-log']);
});
