import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp, IconArrowForwardUp, IconDots, IconDownload, IconHistory, IconLayoutDistributeHorizontal, IconLayoutSidebar, IconPlayerPlay,
} from '@tabler/icons-react';
import { useReactFlow } from '@xyflow/react';
import { lazy, Suspense, useState } from 'react';
import type { Workflow } from '../api/types.ts';
import { downloadText } from '../ui/download-text.ts';
import { fileNameOf } from '../workflows/export-workflow.ts';
import { layOut } from './auto-layout.ts';
import { moveComponents } from './draft-edits.ts';
import type { Draft } from './draft-store.ts';
import { useDraft, useEditor } from './editor-context.ts';
import classes from './editor-toolbar.module.css';
import { PublishButton } from './versions/publish-button.tsx';
import { SaveStatusText } from './save-status.tsx';
import { WorkflowName } from './workflow-name.tsx';

const VersionsDrawer = lazy(async () => ({ default: (await import('./versions/versions-drawer.tsx')).VersionsDrawer }));
const RunDialog = lazy(async () => ({ default: (await import('./run/run-dialog.tsx')).RunDialog }));

interface EditorToolbarProps {
  workflow: Workflow;
  paletteOpen: boolean;
  onTogglePalette: () => void;
}

export function EditorToolbar({ workflow, paletteOpen, onTogglePalette }: EditorToolbarProps) {
  const { store } = useEditor();
  const flow = useReactFlow();
  const canUndo = useDraft((state) => state.canUndo);
  const canRedo = useDraft((state) => state.canRedo);
  const [dialog, setDialog] = useState<'versions' | 'run' | null>(null);

  function arrange() {
    store.apply(moveComponents(layOut(store.getState().draft)));
    requestAnimationFrame(() => void flow.fitView({ padding: 0.2, maxZoom: 1.1, duration: 200 }));
  }

  return (
    <header className={classes.bar}>
      <Tooltip label={paletteOpen ? 'Hide the components' : 'Show the components'}>
        <ActionIcon variant="subtle" color="gray" aria-label="Components" aria-pressed={paletteOpen} onClick={onTogglePalette}>
          <IconLayoutSidebar size={18} />
        </ActionIcon>
      </Tooltip>
      <WorkflowName />
      <SaveStatusText />
      <Group gap={4} className={classes.tools ?? ''} wrap="nowrap">
        <Tool label="Undo (Ctrl Z)" disabled={!canUndo} onClick={() => store.undo()} icon={<IconArrowBackUp size={18} />} />
        <Tool label="Redo (Ctrl Shift Z)" disabled={!canRedo} onClick={() => store.redo()} icon={<IconArrowForwardUp size={18} />} />
        <Tool label="Arrange" onClick={arrange} icon={<IconLayoutDistributeHorizontal size={18} />} />
        <Tool label="Versions" onClick={() => setDialog('versions')} icon={<IconHistory size={18} />} />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="More">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => exportDraft(store.getState().draft)}>
              Export as JSON
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Group gap={8} wrap="nowrap" className={classes.actions ?? ''}>
        <Button size="xs" variant="default" leftSection={<IconPlayerPlay size={14} />} onClick={() => setDialog('run')}>
          Test run
        </Button>
        <PublishButton workflow={workflow} />
      </Group>
      <Suspense>
        {dialog === 'versions' && <VersionsDrawer onClose={() => setDialog(null)} />}
        {dialog === 'run' && <RunDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </header>
  );
}

interface ToolProps {
  label: string;
  icon: React.ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

function Tool({ label, icon, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function exportDraft(draft: Draft): void {
  downloadText(fileNameOf(draft.name), JSON.stringify(draft, null, 2), 'application/json');
}
