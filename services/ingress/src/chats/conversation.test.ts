import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { messageOf, textOfOutput } from './conversation.ts';

test.each<[string, Json, string | null]>([
  ['of the output chat', { 'chat.by': null, 'chat.conversationId': '1', 'chat.message': 'Hi' }, 'Hi'],
  ['of an output that an earlier version named otherwise', { 'talk.message': 'Hi', 'talk.by': null }, 'Hi'],
  ['of a chat without an output', {}, null],
])('returns the message %s', (_what, values, message) => {
  expect(messageOf(values)).toBe(message);
});

test.each<[string, Json, string]>([
  ['a text', 'Sent.', 'Sent.'],
  ['the text of an agent', { text: 'Sent.', turns: 1 }, 'Sent.'],
  ['nothing', null, ''],
  ['a small value on several lines', { sent: true }, '{\n  "sent": true\n}'],
])('shows %s', (_what, output, text) => {
  expect(textOfOutput(output)).toBe(text);
});

test('shows a value of many levels without the spaces of each level', () => {
  let deep: Json = Array.from({ length: 4_000 }, () => 1);
  for (let level = 0; level < 400; level += 1) deep = [deep];
  expect(textOfOutput(deep).length).toBe(JSON.stringify(deep).length);
});
