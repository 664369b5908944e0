import type { QuestionPlace } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import {
  APPROVAL_COLUMNS,
  APPROVAL_TYPES,
  IS_WAITING,
  viewOf,
  type ApprovalRow,
  type ApprovalView,
} from './approval-columns.ts';

/** A waiting approval, with the people who may decide it. */
export interface ListedApproval {
  view: ApprovalView;
  place: QuestionPlace;
  signedInOnly: boolean;
  approvers: string[];
}

interface ApprovalsFilter {
  sessionId?: string | undefined;
  workflowId?: string | undefined;
  /** Only approvals that the account with this e-mail address, in lowercase, may decide. */
  decidableBy?: string | undefined;
}

/** `cursor`: the id of the last approval of the previous page. */
export interface ApprovalsPage {
  limit: number;
  cursor?: string;
}

const LIST = statement<
  {
    organizationId: string;
    sessionId: string | null;
    workflowId: string | null;
    decidableBy: string | null;
    cursor: string | null;
    limit: number;
  },
  ApprovalRow
>()(
  'list_approvals',
  `SELECT ${APPROVAL_COLUMNS} FROM questions q
    JOIN sessions s ON s.id = q.session_id AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}
    JOIN workflows w ON w.id = q.workflow_id
    WHERE q.organization_id = $organizationId AND ${IS_WAITING}
      AND ($sessionId::uuid IS NULL OR q.session_id = $sessionId) AND ($workflowId::uuid IS NULL
        OR q.workflow_id = $workflowId)
      AND ($decidableBy::text IS NULL OR cardinality(q.approvers) = 0 OR $decidableBy = ANY (q.approvers))
      AND ($cursor::uuid IS NULL OR q.id < $cursor)
    ORDER BY q.id DESC LIMIT $limit`,
  APPROVAL_TYPES,
);

/** Returns approvals that wait for a decision, newest first. */
export async function listApprovals(
  sql: Sql,
  organizationId: string,
  filter: ApprovalsFilter,
  { limit, cursor }: ApprovalsPage,
): Promise<{ items: ListedApproval[]; nextCursor: string | null }> {
  const { sessionId = null, workflowId = null, decidableBy = null } = filter;
  const rows = await sql.query(
    ...LIST.with({ organizationId, sessionId, workflowId, decidableBy, cursor: cursor ?? null, limit: limit + 1 }),
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(listed), nextCursor: last?.id ?? null };
}

function listed(row: ApprovalRow): ListedApproval {
  const { sessionId, run, componentId, iteration, signedInOnly, approvers } = row;
  return { view: viewOf(row), place: { sessionId, run, componentId, iteration }, signedInOnly, approvers };
}
