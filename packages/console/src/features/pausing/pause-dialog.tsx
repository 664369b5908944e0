import { usePauseWorkflow } from '../../api/queries/workflows.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface PauseDialogProps {
  workflow: { id: string; name: string };
  onClose: () => void;
}

/** Asks before a workflow is paused, and explains the effect. */
export function PauseDialog({ workflow, onClose }: PauseDialogProps) {
  const pause = usePauseWorkflow(workflow.id);
  return (
    <ConfirmDialog
      opened
      title="Pause the workflow?"
      confirmLabel="Pause workflow"
      danger={false}
      loading={pause.isPending}
      onClose={onClose}
      onConfirm={() => pause.mutate(true, { onSuccess: onClose })}
    >
      Runs of <strong>{workflow.name}</strong> and deliveries are accepted, and wait until you resume it. Sessions that
      have started continue. Test runs are not affected.
    </ConfirmDialog>
  );
}
