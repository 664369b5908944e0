import { type App, useDeleteApp } from '../../api/queries/apps.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showDone } from '../../ui/show-done.ts';
import { UsedBy } from '../../ui/used-by.tsx';

interface DeleteAppDialogProps {
  app: App;
  onDeleted: () => void;
  onClose: () => void;
}

/** Names the workflows whose steps will fail. */
export function DeleteAppDialog({ app: { id, name, usedBy }, onDeleted, onClose }: DeleteAppDialogProps) {
  const remove = useDeleteApp();
  return (
    <ConfirmDialog
      opened
      title="Delete the app?"
      confirmLabel="Delete app"
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { id, force: usedBy.length > 0 },
          {
            onSuccess: () => {
              showDone('App deleted');
              onClose();
              onDeleted();
            },
          },
        )
      }
    >
      <strong>{name}</strong> is deleted with all its versions
      {usedBy.length > 0 && ', and steps that use it will fail'}.
      <UsedBy uses={usedBy} />
    </ConfirmDialog>
  );
}
