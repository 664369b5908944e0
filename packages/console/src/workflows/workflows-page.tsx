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
import { texts } from '../texts/workflows.tsx';
import { nameOf, statusNames } from '../texts/names.ts';
import classes from './workflows-page.module.css';
import { WorkflowTable } from './workflow-table.tsx';

const NewWorkflowDialog = lazy(async () => ({
  default: (await import('./new-workflow-dialog.tsx')).NewWorkflowDialog,
}));

const STATES: WorkflowState[] = ['DRAFT', 'PUBLISHED', 'CHANGED'];

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
      {texts.newWorkflow}
    </Button>
  );
  return (
    <Page title={texts.workflows} actions={newButton}>
      <div className={classes.filters}>
        <TextInput
          className={classes.search ?? ''}
          placeholder={texts.searchByNameDescriptionOr}
          aria-label={texts.searchWorkflows}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select
          aria-label={texts.state}
          placeholder={texts.anyState}
          clearable
          data={STATES.map((value) => ({ value, label: nameOf(statusNames, value) }))}
          value={state}
          onChange={(value) => setState(value as WorkflowState | null)}
        />
      </div>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && workflows.length === 0 && isFiltered && (
        <EmptyState title={texts.noWorkflowsMatch} text={texts.changeTheSearchOrThe} />
      )}
      {list.isSuccess && workflows.length === 0 && !isFiltered && (
        <EmptyState title={texts.noWorkflowsYet} text={texts.aWorkflowConsistsOfComponents}>
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
