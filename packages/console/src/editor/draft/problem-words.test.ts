import { expect, test } from '@jest/globals';
import { wrong } from '@workflow/workflow-model';
import { failureInWords, problemAtField, problemSentence } from './problem-words.ts';

const COMPONENT = { id: 'a', type: 'output', config: {} };
const FLOW = { componentId: null, path: '/flow/order/key' };

test.each([
  [wrong('EMPTY', { field: 'config.value' }), 'Required', 'Value is required'],
  [wrong('REQUIRED', { field: 'config.value' }), 'Required', 'Value is required'],
  [wrong('TOO_FEW_ITEMS', { field: 'x', limit: 1 }), 'Must have at least 1 item', 'Value must have at least 1 item'],
  [wrong('PLACEHOLDER_UNKNOWN', { placeholder: 'ord' }), 'There is no placeholder ord', 'There is no placeholder ord'],
  [{ code: 'OF_A_NEWER_SERVICE', values: {}, message: 'it is new' }, 'It is new', 'It is new'],
])('%p is put into words', (what, atField, sentence) => {
  const problem = { componentId: 'a', path: '/config/value', ...what };
  expect(problemAtField(problem)).toBe(atField);
  expect(problemSentence(problem, COMPONENT)).toBe(sentence);
});

test('a field that another choice requires is called required, whatever the choice', () => {
  const rule = { field: 'config.value', rule: 'is required with operation insert' };
  const problem = { componentId: 'a', path: '/config/value', ...wrong('FIELD_RULE', rule) };
  expect(problemAtField(problem)).toBe('Required');
  expect(problemSentence(problem, COMPONENT)).toBe('Value is required');
});

test('a problem of flow control names the field as the form does', () => {
  const problem = { ...FLOW, ...wrong('KEY_OF_SECRET', { field: 'flow.order.key' }) };
  expect(problemSentence(problem, undefined)).toBe('Order per (expression): this expression cannot use a secret');
  expect(problemAtField(problem)).toBe('This expression cannot use a secret');
});

test.each([
  ['config.value is missing', 'Value is missing'],
  ['config.none is missing', 'config.none is missing'],
  ['GET config.value was answered 503', 'GET config.value was answered 503'],
])('a run that failed with %p', (message, shown) => {
  expect(failureInWords(message, COMPONENT)).toBe(shown);
});

test('a failed run names a field of a list', () => {
  const input = { id: 'b', type: 'input', config: {} };
  const message = 'config.placeholders[0].key is missing';
  expect(failureInWords(message, input)).toBe('Field 1: Key is missing');
  expect(failureInWords(message, undefined)).toBe(message);
});
