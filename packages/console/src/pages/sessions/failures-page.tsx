import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionMode } from '@workflow/workflow-model';
import { failuresQuery } from '../../api/queries/failures.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { useWorkflowNames } from '../../features/sessions/use-workflow-names.ts';
import { FailureRow } from './failure-row.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';

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
      <ListedTable
        list={list}
        empty={<EmptyState title="No failures" text="Failed sessions appear here, grouped by what failed." />}
        columns={['Failure', { wide: 'Since' }, 'Sessions', { wide: 'Latest session' }]}
        isFramed
        rows={groups.map((group) => (
          <FailureRow key={group.fingerprint} group={group} workflowName={nameOfWorkflow(group.workflowId)} />
        ))}
      />
      <MoreButton list={list} />
    </Page>
  );
}
