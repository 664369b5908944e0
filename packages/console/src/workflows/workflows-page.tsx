import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { workflowListQuery } from '../api/queries/workflows.ts';
import type { WorkflowState } from '../api/types.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import classes from './workflows-page.module.css';
import { WorkflowTable } from './workflow-table.tsx';

const NewWorkflowDialog = lazy(async () => ({ default: (await import('./new-workflow-dialog.tsx')).NewWorkflowDialog }));

const STATES: { value: WorkflowState; label: string }[] = [
  { value: 'DRAFT', label: 'Draft' },
  { value: 'PUBLISHED', label: 'Published' },
  { value: 'CHANGED', label: 'Changed since' },
];

export function WorkflowsPage() {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 200);
  const [state, setState] = useState<WorkflowState | null>(null);
  const [creating, setCreating] = useState(false);
  const list = useInfiniteQuery(workflowListQuery({ search: settled, state }));
  const workflows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = settled !== '' || state !== null;

  const newButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      New workflow
    </Button>
  );
  return (
    <Page title="Workflows" actions={newButton}>
      <div className={classes.filters}>
        <TextInput
          className={classes.search ?? ''}
          placeholder="Search by name, description or id"
          aria-label="Search workflows"
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select aria-label="State" placeholder="Any state" clearable data={STATES} value={state} onChange={(value) => setState(value as WorkflowState | null)} />
      </div>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && workflows.length === 0 && isFiltered && <EmptyState title="No workflow fits" text="Try another search or state." />}
      {list.isSuccess && workflows.length === 0 && !isFiltered && (
        <EmptyState title="No workflows yet" text="A workflow is made of components. Begin from scratch or with a template, and see it run in a minute.">
          {newButton}
        </EmptyState>
      )}
      {workflows.length > 0 && <WorkflowTable workflows={workflows} />}
      <MoreButton list={list} />
      {creating && (
        <Suspense>
          <NewWorkflowDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}
