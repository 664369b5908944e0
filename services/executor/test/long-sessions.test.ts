import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { NewSession } from '@workflow/session-store';
import { describeEachBackend, testRedisUrl, waitFor } from '@workflow/test-harness';
import type { SessionOutcome } from '../src/session/session-outcome.ts';
import { openExecutorFixture, type ExecutorFixture } from './executor-fixture.ts';

const SUCCEEDED: SessionOutcome = { kind: 'succeeded', output: 'done', steps: [] };
const EXECUTORS = 4;
const SESSIONS = 64;

describeEachBackend('sessions of a workflow that takes long', (backend) => {
  let fixture: ExecutorFixture;
  beforeEach(async () => {
    fixture = await openExecutorFixture(backend === 'redis' ? await testRedisUrl() : null);
  });
  afterEach(() => fixture.stop());

  test('are shared by executors with many slots: none is idle, none has more than twice its share', async () => {
    const [organizationId, workflowId] = [randomUUID(), randomUUID()];
    const running: string[][] = Array.from({ length: EXECUTORS }, () => []);
    let gateOpens = (): void => undefined;
    const gate = new Promise<void>((resolve) => (gateOpens = resolve));
    for (const ids of running) {
      const runSession = async ({ id }: { id: string }): Promise<SessionOutcome> => {
        ids.push(id);
        await gate;
        return SUCCEEDED;
      };
      await fixture.start(runSession, { concurrency: 100 });
    }
    const enqueue = async (count: number): Promise<NewSession[]> => {
      const sessions = await Promise.all(
        Array.from({ length: count }, () => fixture.accept({ organizationId, workflowId, enqueue: true })),
      );
      await fixture.producer.add(
        sessions.map(({ id }) => ({ sessionId: id, organizationId, workflowId, enqueueNumber: 1 })),
      );
      return sessions;
    };
    // Each of them takes jobs.
    await waitFor(async () => running.every((ids) => ids.length > 0) || (await enqueue(1)) === null, { everyMs: 100 });
    const sessions = await enqueue(SESSIONS);
    const counts = (): number[] => running.map((ids) => sessions.filter(({ id }) => ids.includes(id)).length);
    await waitFor(() => counts().reduce((sum, count) => sum + count) === SESSIONS);
    expect(Math.min(...counts())).toBeGreaterThan(0);
    expect(Math.max(...counts())).toBeLessThanOrEqual((2 * SESSIONS) / EXECUTORS);
    gateOpens();
    const ids = sessions.map(({ id }) => id);
    await waitFor(async () => (await fixture.store.sessions.queries.ended(ids)).length === SESSIONS);
  });
});
