import { expect, test } from '@jest/globals';
import type { ClaimedSession } from '@workflow/session-store';
import { readSentOutcome } from '@workflow/workflow-model';
import type { SessionOutcome } from '../session/session-outcome.ts';
import { endNotificationOf } from './end-notification-of.ts';

const session = (run: number) => ({ id: 's', organizationId: 'o', run }) as ClaimedSession;
const outcome: SessionOutcome = { kind: 'succeeded', output: 1, steps: [] };

test('the outcome of the first run is sent', () => {
  const notification = endNotificationOf(session(1), outcome);
  expect(readSentOutcome(notification.outcome as string)).toEqual({
    organizationId: 'o',
    status: 'SUCCEEDED',
    output: 1,
    error: null,
  });
});

test.each<[string, number, SessionOutcome]>([
  ['a retry', 2, outcome],
  ['a sensitive outcome', 1, { ...outcome, isSensitive: true }],
  ['a large output', 1, { ...outcome, output: Array.from({ length: 1_000 }, () => 'a long text') }],
])('the id alone is sent of %s', (_name, run, ended) => {
  expect(endNotificationOf(session(run), ended)).toEqual({ sessionId: 's' });
});
