import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionMode } from '@workflow/workflow-model';
import { failuresQuery } from '../../api/queries/failures.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { ActionsHeader } from '../../ui/actions-header.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import tableClasses from '../../ui/table.module.css';
import { useWorkflowNames } from '../../features/sessions/use-workflow-names.ts';
import { FailureRow } from './failure-row.tsx';

const MODES = [
  { value: 'PROD', label: 'Production' },
  { value: 'TEST', label: 'Test' },
];

/** Failed sessions in groups: what fails, since when, how often, and the latest session. */
export function FailuresPage() {
  const [mode, setMode] = useState<SessionMode>('PROD');
  const list = useInfiniteQuery(failuresQuery(mode));
  const groups = list.data?.pages.flatMap((page) => page.items) ?? [];
  const nameOfWorkflow = useWorkflowNames(groups.map(({ workflowId }) => workflowId));
  return (
    <Page
      title="Failures"
      actions={
        <SegmentedControl
          aria-label="Mode"
          data={MODES}
          value={mode}
          onChange={(value) => setMode(value as SessionMode)}
        />
      }
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && groups.length === 0 && (
        <EmptyState title="No failures" text="Failed sessions appear here, grouped by what failed." />
      )}
      {groups.length > 0 && (
        <div className={tableClasses.frame}>
          <table className={tableClasses.table}>
            <thead>
              <tr>
                <th scope="col">Failure</th>
                <th scope="col" className={tableClasses.wide}>
                  Since
                </th>
                <th scope="col">Sessions</th>
                <th scope="col" className={tableClasses.wide}>
                  Latest session
                </th>
                <ActionsHeader />
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <FailureRow key={group.fingerprint} group={group} workflowName={nameOfWorkflow(group.workflowId)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <MoreButton list={list} />
    </Page>
  );
}
