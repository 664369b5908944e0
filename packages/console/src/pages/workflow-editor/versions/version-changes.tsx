import { useQuery } from '@tanstack/react-query';
import { asDefinition } from '../../../api/as-definition.ts';
import { versionQuery } from '../../../api/queries/versions.ts';
import { RunGraph } from '../../../features/run-graph/run-graph.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { PageLoader } from '../../../ui/page-loader.tsx';
import { definitionChanges } from '../../../editor/draft/definition-changes.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { ChangeList } from './change-list.tsx';

/** A version as a graph, and what the draft changes compared with it. */
export function VersionChanges({ number }: { number: number }) {
  const { workflowId } = useEditor();
  const draft = useDraft((state) => state.draft);
  const version = useQuery(versionQuery(workflowId, number));
  if (version.isError) return <ErrorNotice error={version.error} onRetry={() => void version.refetch()} />;
  if (!version.data) return <PageLoader />;
  const definition = asDefinition(version.data);
  return (
    <>
      <RunGraph definition={definition} steps={[]} failedAt={null} onChoose={() => undefined} />
      <ChangeList changes={definitionChanges(definition, draft)} since={number} />
    </>
  );
}
