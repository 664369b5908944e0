import { Suspense } from 'react';
import { useWorkflow } from '../../api/queries/workflow-entry.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { loadPart } from '../../ui/load-part.tsx';

const Notice = loadPart(
  async () => (await import('../../features/pausing/workflow-paused-notice.tsx')).WorkflowPausedNotice,
);

const REFRESH_MS = 15_000;

/** Below the toolbar while the workflow is paused, by whomever. */
export function EditorPausedNotice() {
  const { workflowId } = useEditor();
  const { data } = useWorkflow(workflowId, { refetchInterval: REFRESH_MS });
  return (
    <PartBoundary>
      <Suspense>{data?.workflow.paused === true && <Notice workflowId={workflowId} isBar />}</Suspense>
    </PartBoundary>
  );
}
