import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createSessionConsumer, type SessionToEnqueue } from '@workflow/session-queue';
import type { ClaimedSession, NewSession } from '@workflow/session-store';
import { describeEachBackend, testRedisUrl, waitFor } from '@workflow/test-harness';
import type { SessionOutcome } from '../src/session/session-outcome.ts';
import { openExecutorFixture, type ExecutorFixture } from './executor-fixture.ts';

const SUCCEEDED: SessionOutcome = { kind: 'succeeded', output: 'done', steps: [] };

describeEachBackend('a job of several sessions', (backend) => {
  let fixture: ExecutorFixture;

  beforeEach(async () => {
    fixture = await openExecutorFixture(backend === 'redis' ? await testRedisUrl() : null);
  });
  afterEach(() => fixture.stop());

  async function acceptTogether(count: number): Promise<{ sessions: NewSession[]; toEnqueue: SessionToEnqueue[] }> {
    const organizationId = randomUUID();
    const sessions = await Promise.all(
      Array.from({ length: count }, () => fixture.accept({ organizationId, enqueue: true })),
    );
    return { sessions, toEnqueue: sessions.map(({ id }) => ({ sessionId: id, organizationId, enqueueNumber: 1 })) };
  }

  const allEnded = async (sessions: NewSession[]): Promise<boolean> =>
    (await fixture.store.sessions.queries.ended(sessions.map(({ id }) => id))).length === sessions.length;

  test('is shared by executors with few slots: none runs more than it has, and each session runs once', async () => {
    let gateOpens = (): void => undefined;
    const gate = new Promise<void>((resolve) => (gateOpens = resolve));
    const mosts: number[] = [];
    const ran: string[][] = [];
    const startOne = async (executor: number): Promise<void> => {
      const ids: string[] = [];
      ran[executor] = ids;
      let running = 0;
      mosts[executor] = 0;
      await fixture.start(
        async ({ id }) => {
          ids.push(id);
          running += 1;
          mosts[executor] = Math.max(mosts[executor] ?? 0, running);
          await gate;
          running -= 1;
          return SUCCEEDED;
        },
        { concurrency: 5 },
      );
    };
    await startOne(0);
    await startOne(1);
    const { sessions, toEnqueue } = await acceptTogether(14);
    await fixture.producer.add(toEnqueue);
    await waitFor(() => ran.every((ids) => ids.length === 5));
    gateOpens();
    await waitFor(() => allEnded(sessions));
    expect(mosts).toEqual([5, 5]);
    expect(ran.flat().sort()).toEqual(sessions.map(({ id }) => id).sort());
  });

  test('survives an executor that is killed after it took the job and before it claimed', async () => {
    const queue = fixture.queue;
    let isTaken = false;
    const dying = createSessionConsumer({
      ...queue,
      concurrency: 1,
      databasePoolSize: 2,
      run: () => ((isTaken = true), new Promise(() => undefined)),
    });
    await dying.start();
    const { sessions, toEnqueue } = await acceptTogether(6);
    await fixture.producer.add(toEnqueue);
    await waitFor(() => isTaken);
    // BullMQ returns its job to the queue after 10 to 15 s.
    await dying.close(0);
    const ran: ClaimedSession[] = [];
    await fixture.start(async (claimed) => (ran.push(claimed), SUCCEEDED));
    await waitFor(() => allEnded(sessions));
    expect(ran.map(({ crashes }) => crashes)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('survives an executor that is killed after it claimed the sessions and before it started them', async () => {
    const { sessions } = await acceptTogether(6);
    const dead = randomUUID();
    const claims = await Promise.all(
      sessions.map(({ id }) => fixture.store.execution.claim({ sessionId: id, executorId: dead })),
    );
    expect(claims.every((claim) => claim !== null)).toBe(true);
    await fixture.age(sessions);
    const ran: ClaimedSession[] = [];
    await fixture.start(async (claimed) => (ran.push(claimed), SUCCEEDED));
    await waitFor(() => allEnded(sessions));
    expect(ran.map(({ crashes, resumed }) => ({ crashes, resumed }))).toEqual(
      sessions.map(() => ({ crashes: 1, resumed: true })),
    );
  });

  test('runs what is left of it when one of its sessions was cancelled while it waited', async () => {
    const { sessions, toEnqueue } = await acceptTogether(3);
    await fixture.producer.add(toEnqueue);
    const [first, second, third] = sessions as [NewSession, NewSession, NewSession];
    await fixture.store.sessions.commands.cancel(second.organizationId, second.id);
    const ran: string[] = [];
    await fixture.start(async ({ id }) => (ran.push(id), SUCCEEDED));
    await waitFor(() => allEnded(sessions));
    expect(ran.sort()).toEqual([first.id, third.id].sort());
  });
});
