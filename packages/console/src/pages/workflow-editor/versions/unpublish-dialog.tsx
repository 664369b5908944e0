import { useUnpublish } from '../../../api/queries/versions.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { doneThen } from '../../../ui/show-done.ts';
import { useEditor } from '../../../editor/editor-context.ts';

/** Asks before a workflow is unpublished. */
export function UnpublishDialog({ onClose }: { onClose: () => void }) {
  const { workflowId } = useEditor();
  const unpublish = useUnpublish(workflowId);
  return (
    <ConfirmDialog
      opened
      title="Unpublish the workflow?"
      confirmLabel="Unpublish"
      loading={unpublish.isPending}
      onClose={onClose}
      onConfirm={() => unpublish.mutate(undefined, { onSuccess: doneThen('Unpublished', onClose) })}
    >
      Production runs and webhook deliveries are refused until you publish the workflow again. Running sessions
      continue.
    </ConfirmDialog>
  );
}
