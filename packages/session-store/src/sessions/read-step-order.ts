import type { Definition } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { stepsOf } from '../steps/packed-steps.ts';
import { hasTies, orderSteps, type StepPlace } from './order-steps.ts';

/**
 * Reads the runs with a step from number `from` on and before `to`, the number of steps before these runs, and the
 * number of all steps.
 */
const READ = statement<{ sessionId: string; organizationId: string; from: number; to: number }>()(
  'read_step_order',
  `WITH runs AS MATERIALIZED (
      SELECT run, count(*) AS steps, sum(count(*)) OVER (ORDER BY run) - count(*) AS before
      FROM ${stepsOf('$sessionId')} t GROUP BY run
    )
    SELECT t.component_id AS "componentId", t.run, t.attempt, t.iteration, t.started_at AS "startedAt",
      r.before::int AS before, (SELECT coalesce(sum(steps), 0) FROM runs)::int AS total
    FROM sessions s LEFT JOIN (
      runs r JOIN ${stepsOf('$sessionId')} t ON t.run = r.run
        AND r.before < $to::bigint AND r.before + r.steps > $from::bigint
    ) ON true
    WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}
    ORDER BY t.run, t.started_at, t.component_id, t.iteration, t.attempt`,
  {
    componentId: 'uuid?',
    run: 'int4?',
    attempt: 'int4?',
    iteration: 'int4?',
    startedAt: 'timestamptz?',
    before: 'int4?',
    total: 'int4',
  },
);

const READ_DEFINITION = statement<{ sessionId: string }, { content: Definition }>()(
  'read_definition_of_session',
  'SELECT d.content FROM sessions s JOIN definitions d ON d.id = s.definition_id WHERE s.id = $sessionId',
  { content: 'jsonb' },
);

/** A row with a step. */
interface PlaceRow extends Omit<StepPlace, 'startedAt'> {
  startedAt: Date;
  before: number;
  total: number;
}

/**
 * Returns steps from one number on and before another, by their start, run by run, without their values, and the number
 * of steps of all runs. Reads only the runs that have some of them: a run has at most 20,000 steps, 20 attempts of
 * 1,000 components. Returns null if the organization has no such session.
 */
export async function readStepOrder(
  sql: Sql,
  organizationId: string,
  sessionId: string,
  { from, to }: { from: number; to: number },
): Promise<{ places: StepPlace[]; total: number } | null> {
  const rows = await sql.query(...READ.with({ sessionId, organizationId, from, to }));
  const [first] = rows;
  if (first === undefined) return null;
  // Without steps in the range, the row has only the number of all steps.
  if (first.before === null) return { places: [], total: first.total };
  const steps = rows
    .filter((row): row is PlaceRow => row.componentId !== null)
    .map(({ before: _before, total: _total, ...row }) => ({ ...row, startedAt: row.startedAt.toISOString() }));
  const ordered = hasTies(steps) ? await orderTies(sql, sessionId, steps) : steps;
  return { places: ordered.slice(from - first.before, to - first.before), total: first.total };
}

async function orderTies(sql: Sql, sessionId: string, steps: StepPlace[]): Promise<StepPlace[]> {
  const [pinned] = await sql.query(...READ_DEFINITION.with({ sessionId }));
  return pinned === undefined ? steps : orderSteps(steps, pinned.content);
}
