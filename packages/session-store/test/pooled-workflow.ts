import { randomUUID } from 'node:crypto';
import { newSession } from '@workflow/test-harness';
import type { SessionMode } from '@workflow/workflow-model';
import type { NewSession } from '../src/acceptance/new-session.ts';
import type { TestStore } from './open-test-store.ts';
import { triggeredWorkflow } from './triggered-workflow.ts';

const ACTOR = { type: 'system' as const, id: null, name: 'test' };
const INPUT = { type: 'input', config: { placeholders: [] } };

/** Creates a published workflow of a new organization, and its sessions. */
export async function pooledWorkflow(test: TestStore, pool: string | undefined) {
  const { store } = test;
  const workflow = await triggeredWorkflow(test, INPUT, pool === undefined ? {} : { pool });
  const { organizationId, workflowId, componentId, management } = workflow;
  const definitionOf = (name: string | undefined) => ({
    components: [{ ...INPUT, id: componentId }],
    connections: [],
    ...(name !== undefined && { pool: name }),
  });
  const snapshot = (name: string | undefined) =>
    store.lookups.snapshotDefinition(organizationId, workflowId, definitionOf(name));
  return {
    ...workflow,
    snapshot,
    setOrganizationPool: (name: string | null) => management.putQuotas(ACTOR, { pool: name }),
    publishIn: async (name: string | undefined) => {
      const content = { name: 'Test', description: '', ...definitionOf(name) };
      await management.saveDraft(ACTOR, workflowId, null, content);
      await workflow.publish();
    },
    /** Accepts a session of the version that is published now, or a TEST session of a definition with this pool. */
    accept: async (fields: Partial<NewSession> = {}, testPool: string | null | undefined = null): Promise<string> => {
      const mode: SessionMode = testPool === null ? 'PROD' : 'TEST';
      const definitionId = await snapshot(mode === 'PROD' ? pool : (testPool ?? undefined));
      const session = newSession({
        organizationId,
        workflowId,
        componentId,
        definitionId,
        mode,
        enqueue: false,
        ...fields,
      });
      await store.intake.accept(session);
      return session.id;
    },
    poolsOf: async (...ids: string[]): Promise<string[]> => {
      const rows = await test.sql<{ id: string; pool: string }>('SELECT id, pool FROM sessions');
      return ids.map((id) => rows.find((row) => row.id === id)?.pool ?? 'none');
    },
  };
}

/** Registers an executor of a pool. Its heart beats until it is lost. */
export async function executorOf(test: TestStore, pool: string, concurrency = 10) {
  const id = randomUUID();
  const { execution } = test.store;
  await execution.registerExecutor({ id, host: 'test', pool, concurrency });
  return {
    id,
    claim: (sessionId: string, enqueueNumber?: number) =>
      execution.claim({ sessionId, executorId: id, ...(enqueueNumber !== undefined && { enqueueNumber }) }),
    /** The process dies: its row remains, without a heartbeat. */
    die: () => test.sql("UPDATE executors SET heartbeat_at = heartbeat_at - interval '1 hour' WHERE id = $1", [id]),
  };
}
