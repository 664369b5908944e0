import type { QuestionPlace } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { APPROVAL_COLUMNS, IS_WAITING, viewOf, type ApprovalRow, type ApprovalView } from './approval-columns.ts';

/** A waiting approval, with the people who may decide it. */
export interface ListedApproval {
  view: ApprovalView;
  place: QuestionPlace;
  signedInOnly: boolean;
  approvers: string[];
}

export interface ApprovalsFilter {
  sessionId?: string | undefined;
  workflowId?: string | undefined;
  /** Only approvals that the account with this e-mail address, in lower case, may decide. */
  decidableBy?: string | undefined;
}

/** `cursor`: the id of the last approval of the previous page. */
export interface ApprovalsPage {
  limit: number;
  cursor?: string;
}

const LIST: Statement = {
  name: 'list_approvals',
  text: `SELECT ${APPROVAL_COLUMNS} FROM questions q
    JOIN sessions s ON s.id = q.session_id AND s.organization_id = $1 AND NOT ${isDeletedAbove('s')}
    JOIN workflows w ON w.id = q.workflow_id
    WHERE q.organization_id = $1 AND ${IS_WAITING}
      AND ($2::uuid IS NULL OR q.session_id = $2) AND ($3::uuid IS NULL OR q.workflow_id = $3)
      AND ($4::text IS NULL OR cardinality(q.approvers) = 0 OR $4 = ANY (q.approvers))
      AND ($5::uuid IS NULL OR q.id < $5)
    ORDER BY q.id DESC LIMIT $6`,
};

/** Returns approvals that wait for a decision, newest first. */
export async function listApprovals(
  sql: Sql,
  organizationId: string,
  filter: ApprovalsFilter,
  { limit, cursor }: ApprovalsPage,
): Promise<{ items: ListedApproval[]; nextCursor: string | null }> {
  const { sessionId = null, workflowId = null, decidableBy = null } = filter;
  const values = [organizationId, sessionId, workflowId, decidableBy, cursor ?? null, limit + 1];
  const rows = await sql.query<ApprovalRow>(LIST, values);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(listed), nextCursor: last?.id ?? null };
}

function listed(row: ApprovalRow): ListedApproval {
  const { sessionId, run, componentId, iteration, signedInOnly, approvers } = row;
  return { view: viewOf(row), place: { sessionId, run, componentId, iteration }, signedInOnly, approvers };
}
