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
import { useDraft, useEditor } from './editor-context.ts';
import { EditorDialogs } from './editor-dialogs.tsx';
import classes from './editor-toolbar.module.css';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import { PublishButton } from './versions/publish-button.tsx';
import { SaveStatusText } from './save-status.tsx';
import { useArrange } from './use-arrange.ts';
import { WorkflowName } from './workflow-name.tsx';
import { texts } from '../texts/editor.ts';
import { loadPart } from '../ui/load-part.tsx';

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
        aria-label={texts.components}
        title={paletteOpen ? texts.hideComponents : texts.showComponents}
        aria-pressed={paletteOpen}
        onClick={onTogglePalette}
      >
        <IconLayoutSidebar size={18} />
      </ActionIcon>
      <WorkflowName />
      <SaveStatusText />
      <Group gap={4} className={classes.tools ?? ''} wrap="nowrap">
        <Tool
          label={texts.undoCtrlZ}
          disabled={!canUndo}
          onClick={() => store.undo()}
          icon={<IconArrowBackUp size={18} />}
        />
        <Tool
          label={texts.redoCtrlShiftZ}
          disabled={!canRedo}
          wide
          onClick={() => store.redo()}
          icon={<IconArrowForwardUp size={18} />}
        />
        <Tool label={texts.arrange} wide onClick={arrange} icon={<IconLayoutDistributeHorizontal size={18} />} />
        <Tool
          label={texts.versions}
          wide
          onClick={() => dialog.set({ kind: 'versions' })}
          icon={<IconHistory size={18} />}
        />
        <Tool
          label={texts.flowControl}
          wide
          onClick={() => dialog.set({ kind: 'flow-control' })}
          icon={<IconTrafficLights size={18} />}
        />
        <LazyMenu menu={MoreMenu}>
          {(behaviour) => (
            <ActionIcon variant="subtle" color="gray" aria-label={texts.more} title={texts.more} {...behaviour}>
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
          onClick={() => dialog.set({ kind: 'run', componentId: null })}
        >
          <span className={classes.label}>{texts.testRun}</span>
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
