import { usePauseWorkflow } from '../api/queries/workflows.ts';
import { texts } from '../texts/pause.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface PauseDialogProps {
  workflow: { id: string; name: string };
  onClose: () => void;
}

/** Asks before a workflow is paused, and says what that does. */
export function PauseDialog({ workflow, onClose }: PauseDialogProps) {
  const pause = usePauseWorkflow(workflow.id);
  return (
    <ConfirmDialog
      opened
      title={texts.pauseTheWorkflow}
      confirmLabel={texts.pauseWorkflow}
      danger={false}
      loading={pause.isPending}
      onClose={onClose}
      onConfirm={() => pause.mutate(true, { onSuccess: onClose })}
    >
      {texts.whatPausingDoes(<strong>{workflow.name}</strong>)}
    </ConfirmDialog>
  );
}
