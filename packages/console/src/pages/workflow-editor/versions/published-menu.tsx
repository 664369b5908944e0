import { Menu } from '@mantine/core';
import { useWorkflow } from '../../../api/queries/workflow-entry.ts';
import type { LazyMenuProps } from '../../../ui/lazy-menu.tsx';
import { useEditor } from '../../../editor/editor-context.ts';
import { DANGER_COLOR } from '../../../ui/danger-color.ts';

/** Shows which version is published, and offers to unpublish it. */
export function PublishedMenu({ target }: LazyMenuProps) {
  const { workflowId, dialog } = useEditor();
  const { data } = useWorkflow(workflowId);
  return (
    <Menu defaultOpened position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Version {data?.workflow.publishedVersion} is published</Menu.Label>
        <Menu.Item onClick={() => dialog.set({ kind: 'run-now' })}>Run now…</Menu.Item>
        <Menu.Item color={DANGER_COLOR} onClick={() => dialog.set({ kind: 'unpublish' })}>
          Unpublish
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
