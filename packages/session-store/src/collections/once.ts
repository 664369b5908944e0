import type { QuestionPlace, SessionMode } from '@workflow/workflow-model';
import type { Fence } from '../execution/claim-sessions.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { OrganizationTurns } from '../fair-turns/organization-turns.ts';
import { openContent, sealContent, type Content } from './content.ts';

/** Identifies a step in its session. Results of the runs from `run` on count. */
export interface EffectStep extends QuestionPlace {
  organizationId: string;
}

/** The session that an effect is for. */
export interface EffectSession {
  workflowId: string;
  mode: SessionMode;
}

/** Locks the session until the commit, so that it is not deleted before its effect is written. */
const LOCK = statement<
  {
    sessionId: string;
    claimNumber: number;
    organizationId: string;
    run: number;
    componentId: string;
    iteration: number;
  },
  Locked
>()(
  'lock_session_of_effect',
  `SELECT s.workflow_id AS "workflowId", s.mode, e.session_id IS NOT NULL AS "isDone", e.result AS value, e.hidden
    FROM sessions s LEFT JOIN step_effects e ON e.session_id = s.id AND e.run = $run AND e.component_id = $componentId
      AND e.iteration = $iteration
    WHERE s.id = $sessionId AND s.claim_number = $claimNumber AND s.organization_id = $organizationId
      AND s.status = 'RUNNING' FOR SHARE OF s`,
  { workflowId: 'uuid', mode: 'session_mode', isDone: 'bool', value: 'json?', hidden: 'bytea?' },
);

const NOTE = statement<{
  sessionId: string;
  run: number;
  componentId: string;
  iteration: number;
  organizationId: string;
  result: string;
  hidden: Uint8Array | null;
}>()(
  'note_step_effect',
  `INSERT INTO step_effects (session_id, run, component_id, iteration, organization_id, result, hidden)
    VALUES ($sessionId, $run, $componentId, $iteration, $organizationId, $result::json, $hidden)
      ON CONFLICT DO NOTHING RETURNING 1 AS one`,
  { one: 'int4' },
);

interface Locked extends EffectSession {
  isDone: boolean;
  value: Content['value'];
  hidden: Uint8Array | null;
}

/** Thrown if an abandoned attempt of the step committed its effect a moment before. */
class DoneMeanwhile extends Error {
  override readonly name = 'DoneMeanwhile';
}

/** The dependencies of effects. */
export interface EffectParts {
  sql: Sql;
  seals: SensitiveSeals;
  turns: OrganizationTurns;
}

/**
 * Runs an effect of a step once, even if the step has several attempts. The effect commits with its result, which a
 * later attempt returns. Returns null if the claim is lost and nothing was done.
 *
 * @throws the error of `work`, after which nothing is done
 */
export function once(
  parts: EffectParts,
  fence: Fence,
  step: EffectStep,
  work: (query: Query, session: EffectSession) => Promise<Content>,
): Promise<Content | null> {
  return parts.turns.run(step.organizationId, async () => {
    for (;;)
      try {
        return await parts.sql.transaction((query) => tryOnce(query, parts.seals, { fence, step, work }));
      } catch (error) {
        if (!(error instanceof DoneMeanwhile)) throw error;
      }
  });
}

interface Effect {
  fence: Fence;
  step: EffectStep;
  work: (query: Query, session: EffectSession) => Promise<Content>;
}

async function tryOnce(query: Query, seals: SensitiveSeals, { fence, step, work }: Effect): Promise<Content | null> {
  const { organizationId, sessionId, run, componentId, iteration } = step;
  const place = `effect ${sessionId} ${run} ${componentId} ${iteration}` as const;
  const { claimNumber } = fence;
  const inPlace = { sessionId, run, componentId, iteration, organizationId };
  const [locked] = await query(...LOCK.with({ ...inPlace, claimNumber }));
  if (locked === undefined) return null;
  const { isDone, workflowId, mode } = locked;
  if (isDone) return openContent(seals, organizationId, place, locked);
  const result = await work(query, { workflowId, mode });
  const sealed = await sealContent(seals, organizationId, place, result);
  const noted = await query(...NOTE.with({ ...inPlace, result: JSON.stringify(result.shown), hidden: sealed }));
  if (noted.length === 0) throw new DoneMeanwhile();
  return result;
}
