import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { AppContext } from '../context.ts';
import { answerQuestion } from './answer-question.ts';

test.each([
  ['the dispatcher is notified of an answer that wins', true],
  ['it is not of one that is too late', false],
])('%s', async (_case, wins) => {
  const published: unknown[] = [];
  const context = {
    store: { questions: { answer: async () => wins } },
    queue: { notifications: { publish: (...call: unknown[]) => published.push(call) } },
  } as unknown as AppContext;
  const place = { sessionId: randomUUID(), run: 1, componentId: randomUUID(), iteration: 0 };
  expect(
    await answerQuestion(context, { organizationId: randomUUID(), place }, {}, { decision: null, audit: null }),
  ).toBe(wins);
  expect(published).toEqual(wins ? [['dispatcher', [{ sessionId: place.sessionId }]]] : []);
});
