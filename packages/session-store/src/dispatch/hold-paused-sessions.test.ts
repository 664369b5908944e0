import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';

const database = useTestStore();
beforeEach(() => database.sql('TRUNCATE sessions, enqueued_batches, flow_entries, flow_wakes'));

const POLICY = { maxInFlight: 100, minInFlightPerOrganization: 10, maxJobValueBytes: 1_024 };
const ACTOR = { type: 'system' as const, id: null, name: 'test' };

async function pausable(what: 'workflow' | 'organization') {
  const organizationId = randomUUID();
  const workflow = await publishedWorkflow(database, organizationId);
  const management = database.store.management.organization(organizationId);
  const accept = async (fields: Partial<NewSession>): Promise<string> => {
    const session = newSession({ organizationId, ...workflow, ...fields });
    await database.store.intake.accept(session);
    return session.id;
  };
  const { workflowId } = workflow;
  return {
    accept,
    pause: async () =>
      void (await (what === 'workflow' ? management.pauseWorkflow(ACTOR, workflowId) : management.pause(ACTOR))),
    resume: async () =>
      void (await (what === 'workflow' ? management.resumeWorkflow(ACTOR, workflowId) : management.resume(ACTOR))),
    waitingFor: async (id: string) => (await database.store.sessions.queries.find(organizationId, id))?.waitingFor,
  };
}

async function round(): Promise<string[]> {
  const { dispatch } = database.store;
  await dispatch.reconcile(POLICY);
  await dispatch.holdPaused();
  await dispatch.admitHeld();
  return (await dispatch.enqueueBacklog(POLICY, 100)).map(({ sessionId }) => sessionId);
}

describe.each(['workflow', 'organization'] as const)('a paused %s', (what) => {
  test('sessions in the queue or in the backlog do not start until the resume', async () => {
    const { accept, pause, resume, waitingFor } = await pausable(what);
    const [queued, backlogged] = [await accept({ enqueue: true }), await accept({ enqueue: false })];
    await pause();
    const claim = (sessionId: string) => database.store.execution.claim({ sessionId, executorId: randomUUID() });
    // The job of the batch is still in the queue, but its claim is refused.
    expect(await claim(queued)).toBeNull();
    expect(await round()).toEqual([]);
    expect([await waitingFor(queued), await waitingFor(backlogged)]).toEqual(['pause', 'pause']);
    expect(await round()).toEqual([]);
    expect((await database.store.dispatch.reconcile(POLICY)).inFlight).toBe(0);

    await resume();
    expect(await round()).toEqual([queued, backlogged]);
    expect(await claim(queued)).not.toBeNull();
  });

  test('a session that started continues, and a TEST run starts', async () => {
    const { accept, pause } = await pausable(what);
    const executorId = randomUUID();
    await database.store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 10 });
    const [started, tested] = [await accept({}), await accept({ mode: 'TEST' })];
    const first = await database.store.execution.claim({ sessionId: started, executorId });
    await pause();
    await database.store.execution.end(
      { sessionId: started, claimNumber: first?.claimNumber ?? 0 },
      { kind: 'released' },
      [],
    );
    expect(await round()).toEqual([started]);
    expect(await database.store.execution.claim({ sessionId: started, executorId })).not.toBeNull();
    expect(await database.store.execution.claim({ sessionId: tested, executorId })).not.toBeNull();
  });
});

test('a session that was accepted as paused starts when the workflow was resumed meanwhile', async () => {
  const { accept } = await pausable('workflow');
  const held = await accept({ enqueue: false, flow: { concurrencyKey: '', orderKey: '' } });
  expect(await round()).toEqual([held]);
});
