import { randomUUID } from 'node:crypto';
import {
  createSessionProducer,
  createSessionStarts,
  createStartSealer,
  type SessionNotification,
  type SessionProducer,
} from '@workflow/session-queue';
import type { NewSession } from '@workflow/session-store';
import { testRedisUrl, waitFor } from '@workflow/test-harness';
import { DEFAULT_POOL, type JsonObject } from '@workflow/workflow-model';
import type { SessionClaim } from '../src/session/session-claim.ts';
import { outcomeOfAbort, type SessionOutcome } from '../src/session/session-outcome.ts';
import { openExecutorFixture } from './executor-fixture.ts';

const DONE: SessionOutcome = { kind: 'succeeded', output: 'done', steps: [] };
/** The fixture's key of secrets. */
export const KEY = 'ab'.repeat(32);
const INGRESS = randomUUID();

/** The work of a run before it ends. */
type During = (claim: SessionClaim, values: JsonObject, signal: AbortSignal) => Promise<void>;

export type FirstRunFixture = Awaited<ReturnType<typeof openFirstRuns>>;

/** Opens executors that run sessions first, and makes jobs as ingress does. */
export async function openFirstRuns(backend: 'redis' | 'postgres') {
  const fixture = await openExecutorFixture(backend === 'redis' ? await testRedisUrl() : null);
  /** By session: the number of runs with and without a claim. */
  const runs = new Map<string, { first: number; claimed: number }>();
  /** By executor: whether it ran a session first. */
  const warmed: boolean[] = [];
  const opened: SessionProducer[] = [];
  let during: During = () => Promise.resolve();

  /** Makes a producer as ingress does, with this key. */
  async function sealing(key: string, maxBytes = Infinity): Promise<SessionProducer> {
    const starts = createSessionStarts([Buffer.from(key, 'hex')]);
    const producer = createSessionProducer(fixture.queue, createStartSealer(starts, INGRESS, maxBytes));
    opened.push(producer);
    await waitFor(() => producer.ping().then(() => true));
    return producer;
  }
  const producer = await sealing(KEY);

  async function add(
    session: NewSession,
    { through = producer, values = '{"name":"Ada"}', isAwaited = false } = {},
  ): Promise<void> {
    const { id: sessionId, organizationId, workflowId } = session;
    const start = startOf(session, values);
    const awaitedBy = isAwaited ? { awaitedBy: INGRESS } : {};
    await through.add([{ sessionId, organizationId, workflowId, enqueueNumber: 1, start, ...awaitedBy }]);
  }

  /** Returns the outcomes in the notifications to the ingress of the session's caller, in their order. */
  async function outcomesSentFor(session: NewSession): Promise<string[]> {
    const notifications: SessionNotification[] = [];
    await fixture.notifications.subscribe(INGRESS, (received) => void notifications.push(...received));
    // The first notification may be sent before the subscription, because notifications are best effort.
    await waitFor(async () => {
      const otherSession = await fixture.accept({ enqueue: true });
      await add(otherSession, { isAwaited: true });
      await ended(otherSession);
      return notifications.length > 0;
    });
    await add(session, { isAwaited: true, values: '{"responds":true}' });
    await ended(session);
    const ownOutcomes = () =>
      notifications.flatMap(({ sessionId, outcome }) => (sessionId === session.id ? [String(outcome)] : []));
    return waitFor(() => ownOutcomes().length > 1 && ownOutcomes());
  }

  const ended = (session: NewSession) =>
    waitFor(async () => (await fixture.statusOf(session)) === 'SUCCEEDED' || undefined);

  return {
    ...fixture,
    producer,
    runs,
    sealing,
    add,
    ended,
    outcomesSentFor,
    /** Changes the work of all later runs. */
    runsDo: (what: During) => void (during = what),
    /** Runs one session at a time by default, so that two executors share two jobs. */
    startExecutor: (options: { concurrency?: number; claimAfterMs?: number } = {}) => {
      const index = warmed.push(false) - 1;
      return fixture.start(
        async ({ id, placeholderValues }, signal, claim) => {
          const ran = runs.get(id) ?? { first: 0, claimed: 0 };
          runs.set(id, ran);
          ran[claim.kind === 'written' ? 'claimed' : 'first'] += 1;
          if (claim.kind === 'deferred') warmed[index] = true;
          // As in the walk, the reason of the signal decides whether a session is released or lost.
          return during(claim, placeholderValues, signal).then(
            () => DONE,
            () => outcomeOfAbort(signal),
          );
        },
        { concurrency: 1, ...options },
      );
    },
    /** Waits until every executor knows PostgreSQL's clock, which it needs to run a session first. */
    async warm(): Promise<void> {
      await waitFor(async () => {
        const sessions = await Promise.all(warmed.map(() => fixture.accept({ enqueue: true })));
        await Promise.all(sessions.map((session) => add(session)));
        await Promise.all(sessions.map(ended));
        return warmed.every(Boolean);
      });
    },
    /**
     * Adds a job that names the session behind another one, as after a queue that forgot its jobs. An executor with a
     * single slot may put the session back while it claims the other, under the id of the first job.
     */
    async addOnceMore(session: NewSession): Promise<void> {
      const { id: sessionId, organizationId } = session;
      const otherSession = await fixture.accept({ enqueue: true, organizationId });
      await fixture.store.sessions.commands.cancel(organizationId, otherSession.id);
      const sealed = createSessionStarts([Buffer.from(KEY, 'hex')]).seal(
        INGRESS,
        organizationId,
        new Map([[sessionId, startOf(session, '{}')]]),
      );
      await producer.putBack(
        DEFAULT_POOL,
        {
          organizationId,
          enqueueNumber: 1,
          sessionIds: [otherSession.id, sessionId],
          starts: { sealedBy: INGRESS, sealed },
        },
        2,
      );
    },
    async close(): Promise<void> {
      for (const each of opened) await each.close();
      await fixture.stop();
    },
  };
}

function startOf({ workflowId, definitionId, componentId, mode }: NewSession, valuesJson: string) {
  return { workflowId, definitionId, componentId, mode, requestId: null, trace: null, valuesJson };
}
