import type { QuestionPlace } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isEndedAbove } from '../ends/ended-above.ts';
import { wakeParents } from '../ends/wake-parents.ts';
import { auditParameters, writeAuditIf, type Audit, type AuditParameters } from '../organization/audit-entry.ts';
import { IN_PLACE, type Decision } from './question.ts';

/** An answer with its decision, or a timeout. */
export type Verdict =
  | { status: 'ANSWERED'; answer: Uint8Array; decision: Decision | null; organizationId: string; audit: Audit | null }
  | { status: 'TIMED_OUT' };

/**
 * Decides a question. The session is locked first, as executors do. Only PostgreSQL's clock distinguishes answers from
 * timeouts, so exactly one of both is possible at any time. An answer wakes the session as the end of a child does: a
 * session that is not WAITING yet finds it when it would start to wait.
 */
const DECIDE = statement<
  QuestionPlace &
    AuditParameters & {
      status: string;
      answer: Buffer | null;
      choice: string | null;
      comment: string | null;
      by: string | null;
    }
>()(
  'decide_question',
  `WITH asking AS MATERIALIZED (
      SELECT id FROM sessions WHERE NOT ${isEndedAbove('id', 'ARRAY[$sessionId::uuid]')}
        AND id = $sessionId AND resume_from_run = $run AND status IN ('QUEUED', 'RUNNING', 'WAITING')
      FOR NO KEY UPDATE
    ), decided AS (
      UPDATE questions q SET status = $status::question_status, answer = $answer, choice = $choice,
        comment = $comment, decided_by = $by, decided_at = clock_timestamp(), remind_at = NULL
      FROM asking WHERE ${IN_PLACE} AND q.session_id = asking.id AND q.status = 'OPEN'
        AND (q.expires_at <= clock_timestamp()) = ($status::question_status = 'TIMED_OUT')
      RETURNING q.session_id
    ), answered AS (SELECT session_id AS parent_id FROM decided WHERE $status::question_status = 'ANSWERED'
    ), audited AS (${writeAuditIf('decided')}
    ), woken AS (${wakeParents('answered')})
    SELECT session_id AS "sessionId" FROM decided`,
  { sessionId: 'uuid' },
);

const NO_ANSWER = { answer: null, decision: null, organizationId: null, audit: null };

/**
 * Decides a question, however its answer arrives. Returns false and writes nothing if the question is not open, it
 * timed out, its timeout is in the future, or its session has ended.
 */
export async function decideQuestion(sql: Sql, place: QuestionPlace, verdict: Verdict): Promise<boolean> {
  const { answer, decision, organizationId, audit } = verdict.status === 'ANSWERED' ? verdict : NO_ANSWER;
  const { sessionId, run, componentId, iteration } = place;
  const rows = await sql.query(
    ...DECIDE.with({
      sessionId,
      run,
      componentId,
      iteration,
      status: verdict.status,
      answer: answer === null ? null : Buffer.from(answer),
      choice: decision?.choice ?? null,
      comment: decision?.comment ?? null,
      by: decision?.by ?? null,
      ...auditParameters(organizationId, audit),
    }),
  );
  return rows.length > 0;
}

const KEEP = statement<QuestionPlace & { id: string; answer: Buffer }>()(
  'keep_early_answer',
  `WITH asking AS MATERIALIZED (
      SELECT id, organization_id, workflow_id FROM sessions WHERE NOT ${isEndedAbove('id', 'ARRAY[$sessionId::uuid]')}
        AND id = $sessionId AND resume_from_run = $run AND status IN ('QUEUED', 'RUNNING', 'WAITING') FOR NO KEY UPDATE
    )
    INSERT INTO questions (id, organization_id, workflow_id, session_id, run, component_id, iteration, kind, status,
      answer, decided_at)
    SELECT $id, organization_id, workflow_id, id, $run, $componentId, $iteration, 'CALLBACK', 'EARLY', $answer,
      clock_timestamp() FROM asking
    ON CONFLICT (session_id, run, component_id, iteration) DO NOTHING RETURNING id`,
  { id: 'uuid' },
);

/**
 * Stores an answer to a question that was not asked yet. Returns false if it was asked in the meantime, has another
 * answer, or its session ended.
 */
export async function storeEarlyAnswer(
  sql: Sql,
  place: QuestionPlace,
  id: string,
  answer: Uint8Array,
): Promise<boolean> {
  const stored = await sql.query(...KEEP.with({ ...place, id, answer: Buffer.from(answer) }));
  return stored.length > 0;
}
