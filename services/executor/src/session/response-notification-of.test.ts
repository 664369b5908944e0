import { expect, test } from '@jest/globals';
import { readSentResponse } from '@workflow/session-store';
import { readSentOutcome, writeSentOutcome } from '@workflow/workflow-model';
import { responseNotificationOf } from './response-notification-of.ts';

const session = { id: 's', organizationId: 'o' };
const response = {
  status: 201,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: { kind: 'text' as const, text: 'line 1\nline 2' },
};

test('the notification contains the answer to the sender, in one line', () => {
  const { sessionId, outcome = '' } = responseNotificationOf(session, response, null);
  expect(sessionId).toBe('s');
  expect(outcome).not.toContain('\n');
  expect(readSentResponse(outcome)).toEqual({ organizationId: 'o', response });
});

test('the notification of a session that knows secrets or sensitive values has no answer', () => {
  expect(responseNotificationOf(session, response, (text) => text)).toEqual({ sessionId: 's' });
});

test('a large response is left to be read', () => {
  const large = { ...response, body: { kind: 'text' as const, text: 'x'.repeat(9_000) } };
  expect(responseNotificationOf(session, large, null)).toEqual({ sessionId: 's' });
});

test('a response is not taken for an end, nor an end for a response', () => {
  const end = writeSentOutcome({ organizationId: 'o', status: 'SUCCEEDED', output: null, error: null });
  expect(readSentResponse(end)).toBeNull();
  expect(readSentOutcome(responseNotificationOf(session, response, null).outcome ?? '')).toBeNull();
});
