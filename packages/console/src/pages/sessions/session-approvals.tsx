import { useQuery } from '@tanstack/react-query';
import { approvalsQuery } from '../../api/queries/approvals.ts';
import { ApprovalList } from '../../features/approvals/approval-card.tsx';

/** Shows the approvals that a session waits for, to decide them on its page. */
export function SessionApprovals({ sessionId }: { sessionId: string }) {
  const list = useQuery(approvalsQuery({ sessionId }));
  return <ApprovalList approvals={list.data?.items ?? []} ofSession />;
}
