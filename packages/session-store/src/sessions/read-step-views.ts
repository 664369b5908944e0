import type { Definition, StepView } from '@workflow/workflow-model';
import type { Database, Statement } from '../database.ts';
import { hasTies, orderSteps } from './order-steps.ts';

const READ: Statement = {
  name: 'read_step_views',
  text: `SELECT t.component_id AS "componentId", t.run, t.attempt, t.iteration, t.status, t.input, t.output, t.error,
      t.started_at AS "startedAt", t.finished_at AS "finishedAt"
    FROM sessions s LEFT JOIN steps t ON t.session_id = s.id
    WHERE s.id = $1 AND s.organization_id = $2
    ORDER BY t.started_at, t.component_id, t.iteration, t.attempt`,
};

const READ_DEFINITION: Statement = {
  name: 'read_definition_of_session',
  text: 'SELECT d.content FROM sessions s JOIN definitions d ON d.id = s.definition_id WHERE s.id = $1',
};

type StepRow = Omit<StepView, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null };

/** Steps of all runs in the order they began; null: no such session in the organization. */
export async function readStepViews(database: Database, organizationId: string, sessionId: string): Promise<StepView[] | null> {
  const rows = await database.query<StepRow | { componentId: null }>(READ, [sessionId, organizationId]);
  if (rows.length === 0) return null;
  const steps = rows.filter((row): row is StepRow => row.componentId !== null).map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }));
  if (!hasTies(steps)) return steps;
  const [pinned] = await database.query<{ content: Definition }>(READ_DEFINITION, [sessionId]);
  return pinned === undefined ? steps : orderSteps(steps, pinned.content);
}
