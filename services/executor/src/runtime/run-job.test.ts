import { expect, test } from '@jest/globals';
import { createLogger, createMetrics } from '@workflow/service-runtime';
import { waitFor } from '@workflow/test-harness';
import { createExecutorMetrics } from '../health/executor-metrics.ts';
import { claimedSession } from '../session/testing/fake-store.ts';
import { AloneGate } from './alone-gate.ts';
import { HeldSessions } from './held-sessions.ts';
import { createHolds } from './holds.ts';
import { createJobRunner } from './run-job.ts';

test('a session that waits for its turn to run alone is not blamed for what happens to its executor meanwhile', async () => {
  const counted = new Map<string, number>([['first', 2], ['second', 2]]);
  const ran: string[] = [];
  const ends = new Map<string, () => void>();
  const run = createJobRunner({
    executorId: 'executor',
    logger: createLogger({ service: 'executor', level: 'silent' }),
    sessions: {
      claim: async ({ sessionId }) => claimedSession({ id: sessionId, crashes: counted.get(sessionId) as number }),
      countCrashes: async ({ sessionId }, crashes) => (counted.set(sessionId, crashes), true),
      end: async () => true,
    },
    signals: { publish: () => undefined },
    runSession: ({ id }) => new Promise((resolve) => {
      ran.push(id);
      ends.set(id, () => resolve({ kind: 'succeeded', output: null, steps: [] }));
    }),
    held: new HeldSessions(),
    gate: new AloneGate(createHolds({ hold: () => undefined, release: () => undefined })),
    metrics: createExecutorMetrics(createMetrics('executor')),
    onStoreFailure: () => undefined,
  });
  const job = (sessionId: string) => ({ sessionId, organizationId: 'organization', dispatch: 1 });
  const jobs = [run(job('first')), run(job('second'))];
  await waitFor(() => ran.length === 1);
  expect(Object.fromEntries(counted)).toEqual({ first: 2, second: 1 });
  ends.get('first')?.();
  await waitFor(() => ran.length === 2);
  expect(counted.get('second')).toBe(2);
  ends.get('second')?.();
  await Promise.all(jobs);
});
