import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { workflowLabelsQuery, workflowListQuery } from '../../api/queries/workflows.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { FolderPath } from './folder-path.tsx';
import { FolderRows } from './folder-rows.tsx';
import { foldersIn } from './folders-in.ts';
import { useWorkflowFilter } from './use-workflow-filter.ts';
import { useNewWorkflow } from './use-new-workflow.ts';
import { WorkflowFilters } from './workflow-filters.tsx';
import { WorkflowTable } from './workflow-table.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { typeAhead } from '../../ui/typed-ahead.ts';
import { loadPart } from '../../ui/load-part.tsx';
import { LoadState } from '../../ui/load-state.tsx';

const NewWorkflowDialog = loadPart(async () => (await import('./new-workflow-dialog.tsx')).NewWorkflowDialog);

const NO_LABELS: { folders: { path: string; workflows: number }[]; tags: { tag: string }[] } = {
  folders: [],
  tags: [],
};

export function WorkflowsPage() {
  const filter = useWorkflowFilter();
  const { folder, isFiltered } = filter;
  const [isCreating, setCreating] = useNewWorkflow();
  const labels = useQuery(workflowLabelsQuery).data ?? NO_LABELS;
  const list = useInfiniteQuery(workflowListQuery(filter.query));
  const workflows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isPart = isFiltered || folder !== '';
  const hasFolders = !isFiltered && foldersIn(folder, labels.folders).length > 0;

  // The dialog is loaded when it is first opened; a name that is typed meanwhile is for its field.
  const create = () => {
    typeAhead();
    setCreating(true);
  };
  const newButton = <AddButton label="New workflow" onClick={create} />;
  return (
    <Page title="Workflows" actions={newButton}>
      <WorkflowFilters filter={filter} tags={labels.tags.map((one) => one.tag)} />
      {folder !== '' && <FolderPath folder={folder} />}
      {hasFolders && <FolderRows folder={folder} folders={labels.folders} />}
      <LoadState query={list} />
      {list.isSuccess && workflows.length === 0 && !hasFolders && isPart && (
        <EmptyState title="No workflows match" text="Change the search or the filters." />
      )}
      {list.isSuccess && workflows.length === 0 && !hasFolders && !isPart && (
        <EmptyState
          title="No workflows yet"
          text="A workflow consists of components. Start with an empty canvas or a template."
        >
          {newButton}
        </EmptyState>
      )}
      {workflows.length > 0 && <WorkflowTable workflows={workflows} showsFolder={isFiltered} />}
      <MoreButton list={list} />
      {isCreating && (
        <PartBoundary onFailed={() => setCreating(false)}>
          <NewWorkflowDialog onClose={() => setCreating(false)} />
        </PartBoundary>
      )}
    </Page>
  );
}
