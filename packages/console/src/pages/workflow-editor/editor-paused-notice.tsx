import { useWorkflow } from '../../api/queries/workflow-entry.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { loadInPlace } from '../../ui/load-in-place.tsx';

const Notice = loadInPlace(
  async () => (await import('../../features/pausing/workflow-paused-notice.tsx')).WorkflowPausedNotice,
);

const REFRESH_MS = 15_000;

/** Below the toolbar while the workflow is paused, by whomever. */
export function EditorPausedNotice() {
  const { workflowId } = useEditor();
  const { data } = useWorkflow(workflowId, { refetchInterval: REFRESH_MS });
  return data?.workflow.paused === true && <Notice workflowId={workflowId} isBar />;
}
