import { Menu } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useWorkflow } from '../../api/queries/workflow-entry.ts';
import { useEditor } from '../../editor/editor-context.ts';

/** Asks whether to pause the workflow; the notice of a paused one resumes it. */
export function PauseMenuItem({ workflowId }: { workflowId: string }) {
  const { dialog } = useEditor();
  const { data } = useWorkflow(workflowId);
  if (data?.workflow.paused !== false) return null;
  return (
    <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={() => dialog.set({ kind: 'pause' })}>
      Pause…
    </Menu.Item>
  );
}
