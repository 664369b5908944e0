import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { approvalsQuery } from '../../api/queries/approvals.ts';
import { ApprovalList } from '../../features/approvals/approval-card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { LoadState } from '../../ui/load-state.tsx';

const WHOSE = [
  { value: 'mine', label: 'Assigned to me' },
  { value: 'all', label: 'All' },
];

/** Lists the approvals that wait for me, or for anybody in my organization. */
export function ApprovalsPage() {
  const [params, setParams] = useSearchParams();
  const whose = params.get('whose') === 'all' ? 'all' : 'mine';
  const list = useQuery(approvalsQuery(whose === 'mine' ? { mine: true } : {}));
  const approvals = list.data?.items ?? [];
  return (
    <Page
      title="Approvals"
      actions={
        <SegmentedControl
          aria-label="Show approvals of"
          data={WHOSE}
          value={whose}
          onChange={(value) => setParams(value === 'all' ? { whose: 'all' } : {}, { replace: true })}
        />
      }
    >
      <LoadState query={list} />
      {list.isSuccess && approvals.length === 0 && (
        <EmptyState
          title={whose === 'mine' ? 'Nothing is waiting for you' : 'No pending approvals'}
          text="Requests from Approval steps appear here."
        />
      )}
      <ApprovalList approvals={approvals} />
    </Page>
  );
}
