import { useSuspenseQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { Suspense } from 'react';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Link, useParams } from 'react-router';
import { workflowQuery } from '../../api/queries/workflows.ts';
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
    <EmptyState isPage title="Workflow not found" text="Check the address. The workflow may have been deleted.">
      <Link to="/workflows">Go to workflows</Link>
    </EmptyState>
  );
}

/** The draft is read once, when the editor opens. From then on the editor owns and saves it. */
function LoadedEditor({ workflowId }: { workflowId: string }) {
  const { data } = useSuspenseQuery({ ...workflowQuery(workflowId), staleTime: Infinity, gcTime: 0 });
  useDocumentTitle(`${data.workflow.name} · Workflows`);
  return <Editor workflow={data.workflow} etag={data.etag} />;
}
