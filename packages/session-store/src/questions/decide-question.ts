import type { QuestionPlace } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { isEndedAbove } from '../ends/ended-above.ts';
import { wakeParents } from '../ends/wake-parents.ts';
import { IN_PLACE, placeValues, type Decision } from './question.ts';

/** An answer with its decision, or the end of the time. */
export type Verdict = { status: 'ANSWERED'; answer: Uint8Array; decision: Decision | null } | { status: 'TIMED_OUT' };

/**
 * Decides a question. The session is locked first, as executors do. Only PostgreSQL's clock distinguishes answers from
 * time-outs, so exactly one of both is possible at a time. An answer wakes the session as the end of a child does: a
 * session that is not WAITING yet sees it when it would start waiting.
 */
const DECIDE: Statement = {
  name: 'decide_question',
  text: `WITH asking AS MATERIALIZED (
      SELECT id FROM sessions WHERE NOT ${isEndedAbove('id', 'ARRAY[$1::uuid]')}
        AND id = $1 AND resume_from_run = $2 AND status IN ('QUEUED', 'RUNNING', 'WAITING') FOR NO KEY UPDATE
    ), decided AS (
      UPDATE questions q SET status = $5::question_status, answer = $6, choice = $7, comment = $8, decided_by = $9,
        decided_at = clock_timestamp(), remind_at = NULL
      FROM asking WHERE ${IN_PLACE} AND q.session_id = asking.id AND q.status = 'OPEN'
        AND (q.expires_at <= clock_timestamp()) = ($5::question_status = 'TIMED_OUT')
      RETURNING q.session_id
    ), answered AS (SELECT session_id AS parent_id FROM decided WHERE $5::question_status = 'ANSWERED'
    ), woken AS (${wakeParents('answered')})
    SELECT session_id AS "sessionId" FROM decided`,
};

/**
 * The one function that decides a question, however an answer arrives. Returns false and writes nothing if the question
 * is not open, its time is not or already over, or its session has ended.
 */
export async function decideQuestion(sql: Sql, place: QuestionPlace, verdict: Verdict): Promise<boolean> {
  const { answer, decision } = verdict.status === 'ANSWERED' ? verdict : { answer: null, decision: null };
  const rows = await sql.query<object>(DECIDE, [
    ...placeValues(place),
    verdict.status,
    answer === null ? null : Buffer.from(answer),
    decision?.choice ?? null,
    decision?.comment ?? null,
    decision?.by ?? null,
  ]);
  return rows.length > 0;
}

const KEEP: Statement = {
  name: 'keep_early_answer',
  text: `WITH asking AS MATERIALIZED (
      SELECT id, organization_id, workflow_id FROM sessions WHERE NOT ${isEndedAbove('id', 'ARRAY[$1::uuid]')}
        AND id = $1 AND resume_from_run = $2 AND status IN ('QUEUED', 'RUNNING', 'WAITING') FOR NO KEY UPDATE
    )
    INSERT INTO questions (id, organization_id, workflow_id, session_id, run, component_id, iteration, kind, status,
      answer, decided_at)
    SELECT $5, organization_id, workflow_id, id, $2, $3, $4, 'CALLBACK', 'EARLY', $6, clock_timestamp() FROM asking
    ON CONFLICT (session_id, run, component_id, iteration) DO NOTHING RETURNING id`,
};

/**
 * Stores an answer to a question that was not asked yet. Returns false if it was asked meanwhile, if another answer is
 * stored, or if the session ended.
 */
export async function storeEarlyAnswer(
  sql: Sql,
  place: QuestionPlace,
  id: string,
  answer: Uint8Array,
): Promise<boolean> {
  return (await sql.query<object>(KEEP, [...placeValues(place), id, Buffer.from(answer)])).length > 0;
}
