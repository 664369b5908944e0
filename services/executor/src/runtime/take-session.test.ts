import { expect, test } from '@jest/globals';
import { createLogger, createMetrics } from '@workflow/service-runtime';
import { waitFor } from '@workflow/test-harness';
import { SessionDurations } from '../capacity/session-durations.ts';
import { createExecutorMetrics } from '../health/executor-metrics.ts';
import { claimedSession } from '../session/testing/fake-store.ts';
import { AloneGate } from '../capacity/alone-gate.ts';
import { ActiveSessions } from '../capacity/active-sessions.ts';
import { createPauseReasons } from '../capacity/pause-reasons.ts';
import { createSessionTaker } from './take-session.ts';

test('a session that waits to run alone is not charged with a crash of its executor meanwhile', async () => {
  const counted = new Map<string, number>([
    ['first', 2],
    ['second', 2],
  ]);
  const ran: string[] = [];
  const ends = new Map<string, () => void>();
  const take = createSessionTaker({
    executorId: 'executor',
    logger: createLogger({ service: 'executor', level: 'silent' }),
    execution: {
      claim: async ({ sessionId }) => claimedSession({ id: sessionId, crashes: counted.get(sessionId) as number }),
      countCrashes: async ({ sessionId }, crashes) => (counted.set(sessionId, crashes), true),
      end: async () => true,
      claimDeferred: () => Promise.reject(new Error('it is claimed first')),
      claimAndEnd: () => Promise.reject(new Error('it is claimed first')),
      recordSteps: async () => true,
    },
    notifications: { publish: () => undefined },
    awaited: { add: () => undefined, remove: () => undefined, responded: () => undefined },
    runSession: ({ id }) =>
      new Promise((resolve) => {
        ran.push(id);
        ends.set(id, () => resolve({ kind: 'succeeded', output: null, steps: [] }));
      }),
    active: new ActiveSessions(),
    clock: { now: () => null },
    claimAfterMs: 25,
    gate: new AloneGate(createPauseReasons({ pause: () => undefined, resume: () => undefined })),
    metrics: createExecutorMetrics(createMetrics('executor')),
    durations: new SessionDurations(),
    onStoreFailure: () => undefined,
  });
  const session = (sessionId: string) =>
    take(
      { sessionId, organizationId: 'o', awaitedBy: undefined, enqueueNumber: 1, start: null, isEarly: false },
      () => undefined,
    );
  const sessions = [session('first'), session('second')];
  await waitFor(() => ran.length === 1);
  expect(Object.fromEntries(counted)).toEqual({ first: 2, second: 1 });
  ends.get('first')?.();
  await waitFor(() => ran.length === 2);
  expect(counted.get('second')).toBe(2);
  ends.get('second')?.();
  await Promise.all(sessions);
});
