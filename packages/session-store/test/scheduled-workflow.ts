import type { Definition, JsonObject } from '@workflow/workflow-model';
import type { TestStore } from './open-test-store.ts';
import { triggeredWorkflow } from './triggered-workflow.ts';

export interface DueTimeRow {
  status: 'WAITING' | 'STARTED' | 'SKIPPED' | 'MISSED';
  dueMs: number;
  count: number;
  version: number;
  sessionId: string | null;
}

/** Creates a published workflow with one schedule, in a new organization. */
export async function scheduledWorkflow(test: TestStore, config: JsonObject, more: Partial<Definition> = {}) {
  const workflow = await triggeredWorkflow(test, { type: 'schedule', output: 'scheduledFor', config }, more);
  const { workflowId } = workflow;
  return {
    ...workflow,
    /** Simulates that it was published this long ago, and nothing was decided since. */
    outage: (seconds: number) =>
      test.sql(
        `UPDATE schedules SET next_at = next_at - $2 * interval '1 second' WHERE workflow_id = $1 AND until_at IS NULL`,
        [workflowId, seconds],
      ),
    rows: () =>
      test.sql<DueTimeRow>(
        `SELECT status, (extract(epoch FROM due_at) * 1000)::float8 AS "dueMs", count, workflow_version AS version,
          session_id AS "sessionId" FROM due_times WHERE workflow_id = $1 ORDER BY due_at`,
        [workflowId],
      ),
    sessions: () =>
      test.sql<{ id: string; values: JsonObject; version: number; trigger: string; mode: string }>(
        `SELECT id, placeholder_values AS values, workflow_version AS version, trigger, mode FROM sessions
          WHERE workflow_id = $1 ORDER BY placeholder_values->>'scheduledFor'`,
        [workflowId],
      ),
    nextAt: async () => {
      const [row] = await test.sql<{ nextAt: Date | null }>(
        'SELECT next_at AS "nextAt" FROM schedules WHERE workflow_id = $1 AND until_at IS NULL',
        [workflowId],
      );
      return row === undefined ? undefined : (row.nextAt?.getTime() ?? null);
    },
    /** Ends the sessions that the schedule started. */
    endSessions: async () => {
      await test.sql(`UPDATE sessions SET status = 'RUNNING' WHERE workflow_id = $1 AND status = 'QUEUED'`, [
        workflowId,
      ]);
      await test.sql(
        `UPDATE sessions SET status = 'SUCCEEDED', finished_at = now() WHERE workflow_id = $1 AND status = 'RUNNING'`,
        [workflowId],
      );
    },
  };
}

/** Decides until nothing is due. */
export async function decideAll(store: TestStore['store']): Promise<void> {
  while ((await store.schedules.decide()).some(({ schedules }) => schedules > 0));
}
