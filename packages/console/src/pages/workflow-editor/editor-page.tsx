import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Link, useParams } from 'react-router';
import { loadComponentTypes } from '../../api/component-types.ts';
import { useWorkflow, type WorkflowRead } from '../../api/queries/workflow-entry.ts';
import { createParts } from '../../editor/create-parts.ts';
import type { EditorParts } from '../../editor/editor-context.ts';
import { leftEditor } from '../../editor/left-editors.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Editor } from './editor.tsx';

export function EditorPage() {
  const { workflowId } = useParams() as { workflowId: string };
  return (
    <ErrorBoundary key={workflowId} missing={<MissingWorkflow />}>
      <Suspense fallback={<PageLoader />}>
        <LoadedEditor workflowId={workflowId} />
      </Suspense>
    </ErrorBoundary>
  );
}

function MissingWorkflow() {
  return (
    <EmptyState isPage title="Workflow not found" text="Check the URL. The workflow may have been deleted.">
      <Link to="/workflows">Go to workflows</Link>
    </EmptyState>
  );
}

/** Components are drawn when the types of packages are known. Failing to read them is no error: see there. */
const componentTypesQuery = queryOptions({
  queryKey: ['component-types'],
  queryFn: async () => {
    await loadComponentTypes();
    return true;
  },
});

/**
 * The draft is read from the server when the editor opens. From then on the editor owns and saves it. An editor that
 * was left before its changes were saved is shown again instead.
 */
function LoadedEditor({ workflowId }: { workflowId: string }) {
  const [left] = useState(() => leftEditor(workflowId));
  const types = useQuery(componentTypesQuery);
  const { data, error, isLoadingError, isFetchedAfterMount } = useWorkflow(workflowId, {
    enabled: left === null,
    readsFirst: true,
  });
  if (left !== null) return <NamedEditor parts={left} />;
  if (!isFetchedAfterMount || types.isPending) return <PageLoader />;
  // When it is read again and that fails, the editor stays open.
  if (isLoadingError) throw error;
  return data && <OpenedEditor read={data} />;
}

function OpenedEditor({ read }: { read: WorkflowRead }) {
  const queryClient = useQueryClient();
  const [parts] = useState(() => createParts(queryClient, read));
  return <NamedEditor parts={parts} />;
}

function NamedEditor({ parts }: { parts: EditorParts }) {
  const name = useSyncExternalStore(parts.store.subscribe, () => parts.store.getState().draft.name);
  useDocumentTitle(`${name} · Workflows`);
  return <Editor parts={parts} />;
}
