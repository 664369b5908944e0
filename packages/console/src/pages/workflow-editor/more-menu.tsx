import { Menu } from '@mantine/core';
import {
  IconActivity,
  IconCode,
  IconDownload,
  IconHistory,
  IconKeyboard,
  IconLayoutDistributeHorizontal,
  IconTool,
  IconTrafficLights,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { downloadText } from '../../ui/download-text.ts';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { fileNameOf } from '../../features/export-workflow.ts';
import { PauseMenuItem } from './pause-menu-item.tsx';
import type { Draft } from '../../editor/draft/draft-store.ts';
import { useEditor } from '../../editor/editor-context.ts';
import classes from './editor-toolbar.module.css';
import { useArrange } from '../../editor/layout/use-arrange.ts';

/** Actions without a button in the toolbar; on phones also those that the toolbar has no room for. */
export function MoreMenu({ target }: LazyMenuProps) {
  const { workflowId, store, dialog } = useEditor();
  const arrange = useArrange();
  return (
    <Menu defaultOpened position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={classes.narrow ?? ''}
          leftSection={<IconLayoutDistributeHorizontal size={16} />}
          onClick={arrange}
        >
          Arrange
        </Menu.Item>
        <Menu.Item
          className={classes.narrow ?? ''}
          leftSection={<IconHistory size={16} />}
          onClick={() => dialog.set({ kind: 'versions' })}
        >
          Versions
        </Menu.Item>
        <Menu.Item
          className={classes.narrow ?? ''}
          leftSection={<IconTrafficLights size={16} />}
          onClick={() => dialog.set({ kind: 'flow-control' })}
        >
          Flow control
        </Menu.Item>
        <Menu.Item leftSection={<IconCode size={16} />} onClick={() => dialog.set({ kind: 'code' })}>
          Use it from code
        </Menu.Item>
        <Menu.Item leftSection={<IconTool size={16} />} onClick={() => dialog.set({ kind: 'tool' })}>
          Tool for models
        </Menu.Item>
        <PauseMenuItem workflowId={workflowId} />
        <Menu.Item component={Link} to={`/workflows/${workflowId}/activity`} leftSection={<IconActivity size={16} />}>
          Activity
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => dialog.set({ kind: 'keys' })}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => exportDraft(store.getState().draft)}>
          Export as JSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function exportDraft(draft: Draft): void {
  downloadText(fileNameOf(draft.name), JSON.stringify(draft, null, 2), 'application/json');
}
