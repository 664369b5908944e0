import type { Definition, StepView } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../rows/key-order.ts';
import { hasTies, orderSteps, type StepPlace } from './order-steps.ts';

function readSteps(columns: string): string {
  return `SELECT t.component_id AS "componentId", t.run, t.attempt, t.iteration, t.started_at AS "startedAt"${columns}
    FROM sessions s LEFT JOIN steps t ON t.session_id = s.id
    WHERE s.id = $1 AND s.organization_id = $2
    ORDER BY t.started_at, t.component_id, t.iteration, t.attempt`;
}

const READ: Statement = {
  name: 'read_step_views',
  text: readSteps(`, t.status, t.input, ${orderedColumn('t', 'output', 'ordered_output')} AS output, t.error,
    t.finished_at AS "finishedAt", CASE WHEN t.component_id = s.component_id THEN s.warning END AS warning`),
};

const READ_ORDER: Statement = { name: 'read_step_order', text: readSteps('') };

const READ_DEFINITION: Statement = {
  name: 'read_definition_of_session',
  text: 'SELECT d.content FROM sessions s JOIN definitions d ON d.id = s.definition_id WHERE s.id = $1',
};

/** A step as PostgreSQL gives it. */
export type StepRow = Omit<StepView, 'startedAt' | 'finishedAt' | 'warning'> & {
  startedAt: Date;
  finishedAt: Date | null;
  warning: string | null;
};
type PlaceRow = Omit<StepPlace, 'startedAt'> & { startedAt: Date };

/**
 * Steps of all runs in the order they began, with all their values; null: no such session in the organization. For
 * what needs the values; `readStepPage` shows steps to people.
 */
export async function readStepViews(sql: Sql, organizationId: string, sessionId: string): Promise<StepView[] | null> {
  const rows = await readRows<StepRow>(sql, READ, organizationId, sessionId);
  return rows && inOrder(sql, sessionId, rows.map(toStepView));
}

export function toStepView({ warning, startedAt, finishedAt, ...step }: StepRow): StepView {
  return {
    ...step,
    ...(warning !== null && { warning }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** The same steps without their values. */
export async function readStepOrder(sql: Sql, organizationId: string, sessionId: string): Promise<StepPlace[] | null> {
  const rows = await readRows<PlaceRow>(sql, READ_ORDER, organizationId, sessionId);
  return (
    rows &&
    inOrder(
      sql,
      sessionId,
      rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString() })),
    )
  );
}

async function readRows<Row extends { componentId: string }>(
  sql: Sql,
  statement: Statement,
  organizationId: string,
  sessionId: string,
): Promise<Row[] | null> {
  const rows = await sql.query<Row | { componentId: null }>(statement, [sessionId, organizationId]);
  return rows.length === 0 ? null : rows.filter((row): row is Row => row.componentId !== null);
}

async function inOrder<Step extends StepPlace>(sql: Sql, sessionId: string, steps: Step[]): Promise<Step[]> {
  if (!hasTies(steps)) return steps;
  const [pinned] = await sql.query<{ content: Definition }>(READ_DEFINITION, [sessionId]);
  return pinned === undefined ? steps : orderSteps(steps, pinned.content);
}
