import { Menu } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { usePauseWorkflow } from '../../api/queries/workflows.ts';
import type { WorkflowListItem } from '../../api/types.ts';

interface PauseOrResumeItemProps {
  workflow: WorkflowListItem;
  /** Asks whether to pause. */
  onPause: () => void;
}

/** Resumes a paused workflow immediately; asks before it pauses one. */
export function PauseOrResumeItem({ workflow, onPause }: PauseOrResumeItemProps) {
  const pause = usePauseWorkflow(workflow.id);
  return workflow.paused ? (
    <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => pause.mutate(false)}>
      Resume
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={onPause}>
      Pause…
    </Menu.Item>
  );
}
