import type { Definition } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { isDeletedAbove } from '../rows/deleted-above.ts';
import { hasTies, orderSteps, type StepPlace } from './order-steps.ts';

const READ: Statement = {
  name: 'read_step_order',
  text: `SELECT t.component_id AS "componentId", t.run, t.attempt, t.iteration, t.started_at AS "startedAt"
    FROM sessions s LEFT JOIN steps t ON t.session_id = s.id
    WHERE s.id = $1 AND s.organization_id = $2 AND NOT ${isDeletedAbove('s')}
    ORDER BY t.started_at, t.component_id, t.iteration, t.attempt`,
};

const READ_DEFINITION: Statement = {
  name: 'read_definition_of_session',
  text: 'SELECT d.content FROM sessions s JOIN definitions d ON d.id = s.definition_id WHERE s.id = $1',
};

type PlaceRow = Omit<StepPlace, 'startedAt'> & { startedAt: Date };

/**
 * Places of the steps of all runs, in the order they began, without their values; null: no such session in the
 * organization.
 */
export async function readStepOrder(sql: Sql, organizationId: string, sessionId: string): Promise<StepPlace[] | null> {
  const rows = await sql.query<PlaceRow | { componentId: null }>(READ, [sessionId, organizationId]);
  if (rows.length === 0) return null;
  const steps = rows
    .filter((row): row is PlaceRow => row.componentId !== null)
    .map((row) => ({ ...row, startedAt: row.startedAt.toISOString() }));
  if (!hasTies(steps)) return steps;
  const [pinned] = await sql.query<{ content: Definition }>(READ_DEFINITION, [sessionId]);
  return pinned === undefined ? steps : orderSteps(steps, pinned.content);
}
