import { useUnpublish } from '../../api/queries/versions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showDone } from '../../ui/show-done.ts';
import { useEditor } from '../editor-context.ts';
import { texts } from '../../texts/versions.ts';

/** Asks before a workflow is unpublished. */
export function UnpublishDialog({ onClose }: { onClose: () => void }) {
  const { workflowId } = useEditor();
  const unpublish = useUnpublish(workflowId);
  return (
    <ConfirmDialog
      opened
      title={texts.unpublishTheWorkflow}
      confirmLabel={texts.unpublish}
      loading={unpublish.isPending}
      onClose={onClose}
      onConfirm={() =>
        unpublish.mutate(undefined, {
          onSuccess: () => {
            onClose();
            showDone(texts.unpublished);
          },
        })
      }
    >
      {texts.productionRunsAndWebhookDeliveries}
    </ConfirmDialog>
  );
}
