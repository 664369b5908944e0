import { routesOf } from '../http/define-route.ts';
import { answerApproval } from './answer-approval.ts';
import { decideApprovalById } from './decide-approval-by-id.ts';
import { listApprovals } from './list-approvals.ts';
import { showApproval } from './show-approval.ts';

/** Routes for decisions that sessions wait for: by a page, and by the API. */
export const approvalsRoutes = routesOf('Approvals', {
  listApprovals,
  decideApproval: decideApprovalById,
  showApproval,
  answerApproval,
});
