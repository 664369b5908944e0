import { useSuspenseQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { Suspense } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useParams } from 'react-router';
import { workflowQuery } from '../api/queries/workflows.ts';
import { PageLoader } from '../ui/page-loader.tsx';
import { Editor } from './editor.tsx';

export function EditorPage() {
  const { workflowId } = useParams() as { workflowId: string };
  return (
    <ErrorBoundary key={workflowId}>
      <Suspense fallback={<PageLoader />}>
        <LoadedEditor workflowId={workflowId} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The draft is read once, when the editor opens; from then on the editor holds it and saves it. */
function LoadedEditor({ workflowId }: { workflowId: string }) {
  const { data } = useSuspenseQuery({ ...workflowQuery(workflowId), staleTime: Infinity, gcTime: 0 });
  useDocumentTitle(`${data.workflow.name} · Workflows`);
  return <Editor workflow={data.workflow} etag={data.etag} />;
}
