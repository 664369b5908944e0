import { isTerminal, type QuestionPlace } from '@workflow/workflow-model';
import { statement, type RowOf } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isEndedAbove } from '../ends/ended-above.ts';
import { APPROVAL_COLUMNS, APPROVAL_TYPES, viewOf, type ApprovalRow, type ApprovalView } from './approval-columns.ts';
import { IN_PLACE, type MadeDecision } from './question.ts';

/** The approval of a URL, as its page shows it. */
export interface FoundApproval {
  organizationId: string;
  organizationName: string;
  workflowName: string;
  sessionId: string;
  definitionId: string;
  startComponentId: string;
  /** True if its session accepts no more decisions, or was restarted. */
  isOver: boolean;
  /** null if it was not asked yet. */
  asked: AskedApproval | null;
}

export interface AskedApproval extends ApprovalView {
  signedInOnly: boolean;
  /** E-mail addresses in lowercase. */
  approvers: string[];
  isTimedOut: boolean;
  /** null if nobody decided. */
  decision: MadeDecision | null;
}

const FOUND_TYPES = {
  organizationId: 'uuid',
  organizationName: 'text',
  definitionId: 'uuid',
  startComponentId: 'uuid',
  askingSessionId: 'uuid',
  sessionStatus: 'session_status',
  isCurrent: 'bool',
  ...APPROVAL_TYPES,
  id: 'uuid?',
  sessionId: 'uuid?',
  expiresAt: 'timestamptz?',
  status: 'question_status?',
  isExpired: 'bool?',
  choice: 'text?',
  comment: 'text?',
  decidedBy: 'text?',
  decidedAt: 'timestamptz?',
} as const;

type FoundRow = RowOf<typeof FOUND_TYPES> & Pick<ApprovalRow, 'fields'>;

/** The MAC in the URL is the permission: it names the session, and thus the organization. */
const FIND = statement<QuestionPlace, FoundRow>()(
  'find_approval',
  `SELECT s.organization_id AS "organizationId", o.name AS "organizationName",
      s.definition_id AS "definitionId", s.component_id AS "startComponentId", s.id AS "askingSessionId",
      s.status AS "sessionStatus",
      s.resume_from_run = $run AND NOT ${isEndedAbove('s.id', 'ARRAY[$sessionId::uuid]')} AS "isCurrent",
      ${APPROVAL_COLUMNS}, q.status, q.expires_at <= clock_timestamp() AS "isExpired", q.choice, q.comment,
      q.decided_by AS "decidedBy", q.decided_at AS "decidedAt"
    FROM sessions s JOIN organizations o ON o.id = s.organization_id JOIN workflows w ON w.id = s.workflow_id
    LEFT JOIN questions q ON ${IN_PLACE} WHERE s.id = $sessionId`,
  FOUND_TYPES,
);

/** Returns null if the session is deleted. */
export async function findApproval(sql: Sql, place: QuestionPlace): Promise<FoundApproval | null> {
  const [row] = await sql.query(...FIND.with(place));
  if (row === undefined) return null;
  const { organizationId, organizationName, workflowName, definitionId, startComponentId } = row;
  return {
    ...{ organizationId, organizationName, workflowName, definitionId, startComponentId },
    sessionId: row.askingSessionId,
    isOver: isTerminal(row.sessionStatus) || !row.isCurrent,
    asked: askedOf(row),
  };
}

function askedOf({ askingSessionId, id, expiresAt, ...row }: FoundRow): AskedApproval | null {
  if (id === null || expiresAt === null) return null;
  const { signedInOnly, approvers, status, isExpired, choice, comment, decidedBy: by, decidedAt: at } = row;
  return {
    ...viewOf({ ...row, id, expiresAt, sessionId: askingSessionId }),
    signedInOnly,
    approvers,
    isTimedOut: status === 'TIMED_OUT' || (status === 'OPEN' && isExpired === true),
    decision: choice === null || at === null ? null : { choice, comment, by, at },
  };
}

const FIND_PLACE = statement<{ id: string; organizationId: string }>()(
  'find_place_of_approval',
  `SELECT session_id AS "sessionId", run, component_id AS "componentId", iteration FROM questions
    WHERE id = $id AND organization_id = $organizationId AND kind = 'APPROVAL'`,
  { sessionId: 'uuid', run: 'int4', componentId: 'uuid', iteration: 'int4' },
);

/** Identifies the approval with this id, or returns null if the organization has none. */
export async function findPlaceOfApproval(sql: Sql, organizationId: string, id: string): Promise<QuestionPlace | null> {
  return (await sql.query(...FIND_PLACE.with({ id, organizationId })))[0] ?? null;
}
