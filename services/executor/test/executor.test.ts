import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ClaimedSession } from '@workflow/session-store';
import { describeEachBackend, testRedisUrl, waitFor } from '@workflow/test-harness';
import { ReleaseRequest, type SessionOutcome } from '../src/session/session-outcome.ts';
import { openExecutorFixture, type ExecutorFixture } from './executor-fixture.ts';

const SUCCEEDED: SessionOutcome = { kind: 'succeeded', output: 'done', steps: [] };

/** Runs until its signal fires, and returns the outcome that the signal asks for. */
function runUntilAborted(signal: AbortSignal): Promise<SessionOutcome> {
  return new Promise((resolve) => {
    const end = (): void =>
      resolve(signal.reason instanceof ReleaseRequest ? { kind: 'released', steps: [] } : { kind: 'lost' });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

describeEachBackend('an executor', (backend) => {
  let fixture: ExecutorFixture;

  beforeEach(async () => {
    fixture = await openExecutorFixture(backend === 'redis' ? await testRedisUrl() : null);
  });
  afterEach(() => fixture.stop());

  test('runs an enqueued session, records its end and notifies the waiting ingress', async () => {
    const ingress = randomUUID();
    const ended: string[] = [];
    await fixture.notifications.subscribe(
      ingress,
      (received) => void ended.push(...received.map(({ sessionId }) => sessionId)),
    );
    await fixture.start(async () => SUCCEEDED);
    // The first notification may be sent before the subscription, because notifications are best effort.
    await waitFor(async () => {
      const session = await fixture.accept({ enqueue: true });
      await fixture.producer.add([
        { sessionId: session.id, organizationId: session.organizationId, enqueueNumber: 1, awaitedBy: ingress },
      ]);
      await waitFor(async () => (await fixture.statusOf(session)) === 'SUCCEEDED');
      return ended.includes(session.id);
    });
  });

  test('runs the backlog, organizations in turn', async () => {
    // On a busy machine a claim may end with its executor declared dead. The session then runs once more.
    const order = new Map<string, string>();
    const [large, small] = [randomUUID(), randomUUID()];
    const sessions = await Promise.all(Array.from({ length: 300 }, () => fixture.accept({ organizationId: large })));
    sessions.push(await fixture.accept({ organizationId: small }));
    await fixture.start(
      async ({ id, organizationId }) => {
        order.set(id, organizationId);
        return SUCCEEDED;
      },
      {
        concurrency: 5,
        dispatcher: {
          maxInFlight: 100,
          minInFlightPerOrganization: 20,
          maxJobValueBytes: 1_024,
          maxCarriedBytes: 1_024,
        },
      },
    );
    await waitFor(() => order.size === 301);
    expect([...order.values()].indexOf(small)).toBeLessThan(100);
  });

  test('runs a session whose ingress died between commit and enqueue', async () => {
    const ran: string[] = [];
    await fixture.start(async ({ id }) => {
      ran.push(id);
      return SUCCEEDED;
    });
    const first = await fixture.accept();
    await waitFor(() => ran.includes(first.id));
    const lost = await fixture.accept({ enqueue: true });
    await waitFor(() => ran.includes(lost.id));
  });

  test('fails a session that throws unexpectedly, with an errorId', async () => {
    await fixture.start(() => Promise.reject(new Error('a bug')));
    const session = await fixture.accept();
    const ended = await waitFor(async () => (await fixture.store.sessions.queries.ended([session.id]))[0]);
    expect(ended).toMatchObject({ status: 'FAILED', error: { code: 'INTERNAL_ERROR', errorId: expect.any(String) } });
    expect(ended.error?.message).not.toContain('a bug');
  });

  test('stops a cancelled session', async () => {
    const reasons: unknown[] = [];
    await fixture.start(async (_claimed, signal) => {
      const outcome = await runUntilAborted(signal);
      reasons.push(signal.reason);
      return outcome;
    });
    const session = await fixture.accept();
    await waitFor(async () => (await fixture.statusOf(session)) === 'RUNNING');
    await fixture.store.sessions.commands.cancel(session.organizationId, session.id);
    await waitFor(() => reasons.length === 1);
    expect(await fixture.statusOf(session)).toBe('CANCELLED');
  });

  test('at shutdown finishes sessions in time and releases the others, which another executor continues', async () => {
    const claims: ClaimedSession[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const [quick, slow] = [await fixture.accept(), await fixture.accept()];
    const leaving = await fixture.start(async (claimed, signal) => {
      claims.push(claimed);
      if (claimed.id !== quick.id) return runUntilAborted(signal);
      await finished;
      return SUCCEEDED;
    });
    await waitFor(() => claims.length === 2);
    await leaving.quiet();
    const stopped = leaving.stop(4_000);
    finish();
    await stopped;
    expect(await fixture.statusOf(quick)).toBe('SUCCEEDED');
    expect(await fixture.statusOf(slow)).toBe('QUEUED');
    expect(await fixture.store.execution.listExecutors()).toEqual([]);
    await fixture.start(async (claimed) => {
      claims.push(claimed);
      return SUCCEEDED;
    });
    await waitFor(async () => (await fixture.statusOf(slow)) === 'SUCCEEDED');
    expect(claims.at(-1)).toMatchObject({ id: slow.id, crashes: 0, resumed: true });
  });

  test('takes over sessions of a dead executor, and fails one that killed three', async () => {
    const [unlucky, killer] = [await fixture.accept({ enqueue: true }), await fixture.accept({ enqueue: true })];
    await fixture.crash(unlucky, 1);
    await fixture.crash(killer, 3);
    const ran: ClaimedSession[] = [];
    await fixture.start(async (claimed) => {
      ran.push(claimed);
      return SUCCEEDED;
    });
    const enqueue = (): Promise<void> =>
      fixture.producer.add(
        [unlucky, killer].map(({ id, organizationId }) => ({ sessionId: id, organizationId, enqueueNumber: 2 })),
      );
    await enqueue();
    await waitFor(async () => (await fixture.store.sessions.queries.ended([unlucky.id, killer.id])).length === 2);
    expect(ran.map(({ id, crashes }) => ({ id, crashes }))).toEqual([{ id: unlucky.id, crashes: 1 }]);
    const [endedSession] = await fixture.store.sessions.queries.ended([killer.id]);
    expect(endedSession).toMatchObject({ status: 'FAILED', error: { code: 'CRASHED' } });
  });

  test('runs the third try of a session alone, and then the others', async () => {
    const suspect = await fixture.accept({ enqueue: true });
    await fixture.crash(suspect, 2);
    let underWay = 0;
    const concurrent: number[] = [];
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    await fixture.start(async ({ id }) => {
      underWay += 1;
      if (id === suspect.id) {
        await gate;
        concurrent.push(underWay);
      }
      underWay -= 1;
      return SUCCEEDED;
    });
    await fixture.producer.add([{ sessionId: suspect.id, organizationId: suspect.organizationId, enqueueNumber: 2 }]);
    await waitFor(() => underWay === 1);
    const otherSessions = await Promise.all(Array.from({ length: 5 }, () => fixture.accept()));
    await waitFor(
      async () =>
        (await fixture.producer.hasEpoch()) &&
        (
          await fixture.store.dispatch.reconcile({
            maxInFlight: 100,
            minInFlightPerOrganization: 10,
            maxJobValueBytes: 1_024,
          })
        ).inFlight === 6,
    );
    release();
    await waitFor(
      async () => (await fixture.store.sessions.queries.ended(otherSessions.map(({ id }) => id))).length === 5,
    );
    expect(concurrent).toEqual([1]);
  });
});
