import { ActionIcon, Button, Group } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconHistory,
  IconLayoutDistributeHorizontal,
  IconLayoutSidebar,
  IconPlayerPlay,
  IconTrafficLights,
} from '@tabler/icons-react';
import { useDraft, useEditor } from '../../editor/editor-context.ts';
import { EditorDialogs } from './editor-dialogs.tsx';
import classes from './editor-toolbar.module.css';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { PublishButton } from './versions/publish-button.tsx';
import { SaveStatusText } from './saving/save-status.tsx';
import { useArrange } from '../../editor/layout/use-arrange.ts';
import { WorkflowName } from './workflow-name.tsx';
import { loadPart } from '../../ui/load-part.tsx';
import { loadInPlace } from '../../ui/load-in-place.tsx';

const PublishedState = loadInPlace(async () => (await import('./versions/published-state.tsx')).PublishedState);
const MoreMenu = loadPart(async () => (await import('./more-menu.tsx')).MoreMenu);

interface EditorToolbarProps {
  paletteOpen: boolean;
  onTogglePalette: () => void;
}

export function EditorToolbar({ paletteOpen, onTogglePalette }: EditorToolbarProps) {
  const { store, dialog } = useEditor();
  const arrange = useArrange();
  const canUndo = useDraft((state) => state.canUndo);
  const canRedo = useDraft((state) => state.canRedo);

  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Components"
        title={paletteOpen ? 'Hide components' : 'Show components'}
        aria-pressed={paletteOpen}
        onClick={onTogglePalette}
      >
        <IconLayoutSidebar size={18} />
      </ActionIcon>
      <WorkflowName />
      <SaveStatusText />
      <PublishedState />
      <Group gap={4} className={classes.tools ?? ''} wrap="nowrap">
        <Tool
          label="Undo (Ctrl Z)"
          disabled={!canUndo}
          onClick={() => store.undo()}
          icon={<IconArrowBackUp size={18} />}
        />
        <Tool
          label="Redo (Ctrl Shift Z)"
          disabled={!canRedo}
          wide
          onClick={() => store.redo()}
          icon={<IconArrowForwardUp size={18} />}
        />
        <Tool label="Arrange" wide onClick={arrange} icon={<IconLayoutDistributeHorizontal size={18} />} />
        <Tool label="Versions" wide onClick={() => dialog.set({ kind: 'versions' })} icon={<IconHistory size={18} />} />
        <Tool
          label="Flow control"
          wide
          onClick={() => dialog.set({ kind: 'flow-control' })}
          icon={<IconTrafficLights size={18} />}
        />
        <LazyMenu menu={MoreMenu}>
          {(behaviour) => (
            <ActionIcon variant="subtle" color="gray" aria-label="More" title="More" {...behaviour}>
              <IconDots size={18} />
            </ActionIcon>
          )}
        </LazyMenu>
      </Group>
      <Group gap={8} wrap="nowrap" className={classes.actions ?? ''}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={14} />}
          classNames={{ section: classes.icon ?? '' }}
          title="Test the draft; Ctrl Enter tests it again with the same values"
          onClick={() => dialog.set({ kind: 'run', componentId: null })}
        >
          <span className={classes.label}>Test run</span>
        </Button>
        <PublishButton />
      </Group>
      <EditorDialogs />
    </header>
  );
}

interface ToolProps {
  label: string;
  icon: React.ReactNode;
  disabled?: boolean;
  /** Not on phones. */
  wide?: boolean;
  onClick: () => void;
}

function Tool({ label, icon, disabled = false, wide = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      className={wide ? (classes.wide ?? '') : ''}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
}
