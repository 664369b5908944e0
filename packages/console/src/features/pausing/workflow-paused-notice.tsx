import { Alert, Button, Group } from '@mantine/core';
import { usePauseWorkflow } from '../../api/queries/workflows.ts';

const BAR = { radius: 0, px: 'md', py: 'xs' } as const;
const BLOCK = { mb: 'md' } as const;

interface WorkflowPausedNoticeProps {
  workflowId: string;
  /** Across the whole width, without a distance to what is below. */
  isBar?: boolean;
}

/** Shows that no session of the workflow starts and who may resume it, and resumes it. */
export function WorkflowPausedNotice({ workflowId, isBar = false }: WorkflowPausedNoticeProps) {
  const pause = usePauseWorkflow(workflowId);
  return (
    <Alert color="yellow" variant="light" title="This workflow is paused" role="status" {...(isBar ? BAR : BLOCK)}>
      <Group justify="space-between" gap="xs">
        <span>Runs and deliveries are accepted and wait. Any member can resume it.</span>
        <Button size="xs" variant="default" loading={pause.isPending} onClick={() => pause.mutate(false)}>
          Resume
        </Button>
      </Group>
    </Alert>
  );
}
