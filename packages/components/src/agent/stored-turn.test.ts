import { expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/component-kit/run';
import { readTurnOutput, wordsOfTurn } from './stored-turn.ts';

const TURN = {
  messages: [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'signed' } } },
        { type: 'tool-call', toolCallId: '1', toolName: 'find', input: { number: '7' } },
      ],
    },
  ],
  usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3, cachedInputTokens: 0 },
  problems: {},
};

test('reads what an agent stored, and leaves messages as they are', () => {
  expect(JSON.stringify(readTurnOutput(TURN))).toBe(JSON.stringify(TURN));
});

test.each<[string, Json]>([
  ['null', null],
  ['a text', 'turn'],
  ['no messages', { ...TURN, messages: undefined } as unknown as JsonObject],
  ['another role', { ...TURN, messages: [{ role: 'user', content: 'Hi' }] }],
  ['a content that is no list', { ...TURN, messages: [{ role: 'assistant', content: 7 }] }],
  ['a call without a name', { ...TURN, messages: [{ role: 'assistant', content: [{ type: 'tool-call' }] }] }],
  ['usage without numbers', { ...TURN, usage: { inputTokens: '1' } }],
  ['a beginning without tools', { ...TURN, beginning: { instructions: '', prompt: 'a', workflowName: 'w' } }],
])('refuses %s', (_what, stored) => {
  expect(() => readTurnOutput(stored)).toThrow('The stored conversation of the agent cannot be read');
});

test('returns the words of a turn of another session, or null', () => {
  expect(wordsOfTurn({ ...TURN, beginning: { prompt: 'Why?' } })).toEqual({ prompt: 'Why?', text: 'Hi' });
  expect(wordsOfTurn(null)).toEqual({ prompt: null, text: null });
});
