import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { AppContext } from '../context.ts';
import { answerQuestion } from './answer-question.ts';

test.each([
  ['an answer that wins is told to the dispatcher', true],
  ['one that comes too late is not', false],
])('%s', async (_case, wins) => {
  const told: unknown[] = [];
  const context = {
    store: { questions: { answer: async () => wins } },
    queue: { signals: { publish: (...signal: unknown[]) => told.push(signal) } },
  } as unknown as AppContext;
  const place = { sessionId: randomUUID(), run: 1, componentId: randomUUID(), iteration: 0 };
  expect(await answerQuestion(context, { organizationId: randomUUID(), place }, {}, null)).toBe(wins);
  expect(told).toEqual(wins ? [['dispatcher', [{ sessionId: place.sessionId }]]] : []);
});
