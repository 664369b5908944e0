import { useQuery } from '@tanstack/react-query';
import { asDefinition } from '../../../api/as-definition.ts';
import { storedDraftQuery, versionQuery } from '../../../api/queries/versions.ts';
import { RunGraph } from '../../../features/run-graph/run-graph.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { PageLoader } from '../../../ui/page-loader.tsx';
import { definitionChanges } from '../../../editor/draft/definition-changes.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { ChangeList } from './change-list.tsx';

interface Found {
  data?: Parameters<typeof asDefinition>[0] | undefined;
  isError: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** A version as a graph, and what the draft changes compared with it. */
export function VersionChanges({ number }: { number: number }) {
  const { workflowId } = useEditor();
  return <Changes found={useQuery(versionQuery(workflowId, number))} since={`version ${number}`} />;
}

/** Shows the changes since a stored draft. */
export function StoredDraftChanges({ draftId }: { draftId: string }) {
  const { workflowId } = useEditor();
  return <Changes found={useQuery(storedDraftQuery(workflowId, draftId))} since="this draft" />;
}

function Changes({ found, since }: { found: Found; since: string }) {
  const draft = useDraft((state) => state.draft);
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoader />;
  const definition = asDefinition(found.data);
  return (
    <>
      <RunGraph definition={definition} steps={[]} failedAt={null} onChoose={() => undefined} />
      <ChangeList changes={definitionChanges(definition, draft)} since={since} />
    </>
  );
}
