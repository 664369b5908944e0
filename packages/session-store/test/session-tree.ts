import { randomUUID } from 'node:crypto';
import { newSession, waitFor } from '@workflow/test-harness';
import type { Fence } from '../src/execution/claim-sessions.ts';
import { publishedWorkflow, runningSession, type TestStore } from './open-test-store.ts';

/** A session that an executor runs. */
export interface Running {
  id: string;
  fence: Fence;
}

/** Operations of tests on sessions that start each other. */
export interface SessionTree {
  organizationId: string;
  executorId: string;
  root(): Promise<Running>;
  /** Creates children in the queue, not claimed. */
  children(parent: Running, count: number): Promise<string[]>;
  /** Returns null if it cannot be claimed. */
  claim(sessionId: string): Promise<Running | null>;
  /** Creates a running child. */
  child(parent: Running): Promise<Running>;
  /** Does the background tasks of executors until nothing is left. */
  cancelAll(): Promise<void>;
  statuses(ids: readonly string[]): Promise<string[]>;
}

const POLICY = { maxInFlight: 100_000, minInFlightPerOrganization: 10_000, maxJobValueBytes: 1_024 };
export const COMPONENT = randomUUID();

export async function openSessionTree(test: TestStore, store = test.store): Promise<SessionTree> {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(test, organizationId);
  const executorId = randomUUID();
  await store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 100 });
  let iteration = 0;
  const claim = async (sessionId: string): Promise<Running | null> => {
    const claimed = await store.execution.claim({ sessionId, executorId });
    return claimed && { id: sessionId, fence: { sessionId, claimNumber: claimed.claimNumber } };
  };
  const children = async (parent: Running, count: number): Promise<string[]> => {
    const made = Array.from({ length: count }, () => ({
      id: newSession().id,
      ...target,
      placeholderValues: {},
      iteration: (iteration += 1),
    }));
    const outcome = await store.execution.startChildren(parent.fence, { componentId: COMPONENT, run: 1 }, made);
    if (outcome.kind !== 'started') throw new Error(`children: ${JSON.stringify(outcome)}`);
    while ((await store.dispatch.enqueueBacklog(POLICY, 2_000)).length > 0);
    return made.map(({ id }) => id);
  };
  return {
    organizationId,
    executorId,
    root: async () => {
      const { session, fence } = await runningSession(store, { ...target, organizationId });
      return { id: session.id, fence };
    },
    children,
    claim,
    child: async (parent) => {
      const [id = ''] = await children(parent, 1);
      // Another call that enqueues at the same time may have taken the child without a commit yet.
      return waitFor(() => claim(id), { what: 'the claim of a child' });
    },
    cancelAll: async () => {
      while (await store.trees.cancelParts());
    },
    statuses: async (ids) =>
      (
        await test.sql<{ status: string }>(
          `SELECT s.status FROM unnest($1::uuid[]) WITH ORDINALITY i(id, n) JOIN sessions s ON s.id = i.id ORDER BY n`,
          [ids],
        )
      ).map(({ status }) => status),
  };
}
