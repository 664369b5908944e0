import type { JsonObject, QuestionPlace } from '@workflow/workflow-model';
import type { Fence } from '../execution/claim-sessions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement, type RowOf } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { decideQuestion } from './decide-question.ts';
import { IN_PLACE, sealedAs, type NewQuestion, type QuestionState } from './question.ts';

/** Identifies a question of a claimed session. */
export interface AskingStep extends QuestionPlace {
  organizationId: string;
  /** The session's present run. */
  sessionRun: number;
}

/** Locks the session until the commit, so that no early answer is stored in the meantime. */
const LOCK = statement<Fence & { organizationId: string }>()(
  'lock_asking_session',
  `SELECT workflow_id AS "workflowId" FROM sessions
    WHERE id = $sessionId AND claim_number = $claimNumber AND organization_id = $organizationId
      AND status = 'RUNNING' FOR SHARE`,
  { workflowId: 'uuid' },
);

/** SQL: a question of an earlier run that was not answered is asked again. */
const IS_ASKED_AGAIN = `(q.status = 'EARLY'
        OR (q.status IN ('OPEN', 'TIMED_OUT') AND q.session_run < excluded.session_run))`;

const ASKED = [
  'session_run',
  'fields',
  'reply',
  'reply_is_json',
  'title',
  'message',
  'choices',
  'signed_in_only',
  'approvers',
  'remind_after_seconds',
  'remind_at',
  'expires_at',
  'asked_at',
] as const;

function askedAgain(column: string): string {
  return `${column} = CASE WHEN ${IS_ASKED_AGAIN} THEN excluded.${column} ELSE q.${column} END`;
}

const STATE = `q.status, q.answer, q.expires_at AS "expiresAt", q.choice, q.comment, q.decided_by AS "decidedBy",
      q.decided_at AS "decidedAt"`;
const STATE_TYPES = {
  status: 'question_status',
  answer: 'bytea?',
  expiresAt: 'timestamptz',
  choice: 'text?',
  comment: 'text?',
  decidedBy: 'text?',
  decidedAt: 'timestamptz?',
} as const;
type StateRow = RowOf<typeof STATE_TYPES>;

interface AskParameters {
  sessionId: string;
  run: number;
  componentId: string;
  iteration: number;
  id: string;
  organizationId: string;
  workflowId: string;
  kind: string;
  sessionRun: number;
  fields: string;
  reply: Buffer | null;
  replyIsJson: boolean | null;
  title: string | null;
  message: string | null;
  choices: string[] | null;
  signedInOnly: boolean | null;
  approvers: string[] | null;
  remindAfterSeconds: number | null;
  timeoutSeconds: number;
}

const ASK = statement<AskParameters>()(
  'ask_question',
  `INSERT INTO questions AS q (id, organization_id, workflow_id, session_id, run, component_id, iteration, kind,
      status, ${ASKED.join(', ')})
    VALUES ($id, $organizationId, $workflowId, $sessionId, $run, $componentId, $iteration, $kind::question_kind, 'OPEN',
      $sessionRun, $fields::json, $reply, $replyIsJson, $title, $message, $choices::text[], $signedInOnly,
      $approvers::text[], $remindAfterSeconds,
      CASE WHEN $kind::question_kind = 'APPROVAL' THEN clock_timestamp() END,
      clock_timestamp() + $timeoutSeconds * interval '1 second', clock_timestamp())
    ON CONFLICT (session_id, run, component_id, iteration) DO UPDATE SET
      status = CASE WHEN q.status = 'EARLY' THEN 'ANSWERED' WHEN ${IS_ASKED_AGAIN} THEN 'OPEN' ELSE q.status END,
      decided_at = CASE WHEN q.status IN ('EARLY', 'ANSWERED') OR NOT ${IS_ASKED_AGAIN} THEN q.decided_at END,
      reminders = CASE WHEN ${IS_ASKED_AGAIN} THEN 0 ELSE q.reminders END,
      ${ASKED.map(askedAgain).join(',\n      ')}
    RETURNING ${STATE}`,
  STATE_TYPES,
);

/**
 * Asks a question. If it was asked before, this changes nothing, however many attempts its step has. Uses an early
 * answer. Returns null if the claim is lost.
 */
export async function askQuestion(
  sql: Sql,
  seals: SensitiveSeals,
  fence: Fence,
  step: AskingStep,
  question: NewQuestion,
): Promise<QuestionState | null> {
  const { organizationId } = step;
  const reply = question.kind === 'callback' ? question.reply : null;
  const sealed =
    reply === null ? null : await seals.seal(organizationId, sealedAs(step), { value: reply.text, sensitive: [] });
  const approval = question.kind === 'approval' ? question : null;
  const row = await sql.transaction(async (query) => {
    const [locked] = await query(...LOCK.with({ ...fence, organizationId }));
    if (locked === undefined) return null;
    const { sessionId, run, componentId, iteration } = step;
    const [askedQuestion] = await query(
      ...ASK.with({
        sessionId,
        run,
        componentId,
        iteration,
        id: timeOrderedId(),
        organizationId,
        workflowId: locked.workflowId,
        kind: question.kind.toUpperCase(),
        sessionRun: step.sessionRun,
        fields: JSON.stringify(question.fields),
        reply: sealed === null ? null : Buffer.from(sealed),
        replyIsJson: reply?.isJson ?? null,
        title: approval?.title ?? null,
        message: approval?.message ?? null,
        choices: approval?.choices ?? null,
        signedInOnly: approval?.signedInOnly ?? null,
        approvers: approval?.approvers ?? null,
        remindAfterSeconds: approval?.remindAfterSeconds ?? null,
        timeoutSeconds: question.timeoutSeconds,
      }),
    );
    return askedQuestion!;
  });
  return row === null ? null : stateOf(seals, step, row);
}

const LOOK = statement<AskingStep>()(
  'look_at_question',
  `SELECT ${STATE} FROM questions q
    WHERE ${IN_PLACE} AND q.organization_id = $organizationId`,
  STATE_TYPES,
);

/**
 * Returns the state of a step's question, or null if it was never asked. PostgreSQL's clock determines whether it timed
 * out.
 */
export async function lookAtQuestion(sql: Sql, seals: SensitiveSeals, step: AskingStep): Promise<QuestionState | null> {
  const isOver = await decideQuestion(sql, step, { status: 'TIMED_OUT' });
  if (isOver) return { kind: 'timed-out' };
  const [row] = await sql.query(...LOOK.with(step));
  return row === undefined ? null : stateOf(seals, step, row);
}

const FORGET = statement<AskingStep>()(
  'forget_question',
  `DELETE FROM questions q WHERE ${IN_PLACE} AND q.organization_id = $organizationId`,
  {},
);

/** Deletes a question whose early answer is invalid, so that a retry asks it again. */
export async function forgetQuestion(sql: Sql, step: AskingStep): Promise<void> {
  await sql.query(...FORGET.with(step));
}

async function stateOf(seals: SensitiveSeals, step: AskingStep, row: StateRow): Promise<QuestionState> {
  if (row.status === 'OPEN') return { kind: 'open', until: row.expiresAt };
  if (row.status === 'TIMED_OUT' || row.answer === null) return { kind: 'timed-out' };
  const { value } = await seals.open(step.organizationId, sealedAs(step), row.answer);
  const { choice, comment, decidedBy: by, decidedAt: at } = row;
  const decision = choice === null || at === null ? null : { choice, comment, by, at };
  return { kind: 'answered', answer: value as JsonObject, decision };
}
