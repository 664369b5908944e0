import { type App, useDeleteApp } from '../../api/queries/apps.ts';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import { UsedBy } from '../../ui/used-by.tsx';

interface DeleteAppDialogProps {
  app: App;
  onDeleted: () => void;
  onClose: () => void;
}

/** Names the workflows whose steps will fail. */
export function DeleteAppDialog({ app: { id, name, usedBy }, onDeleted, onClose }: DeleteAppDialogProps) {
  return (
    <RemovalDialog
      removed={{ id, force: usedBy.length > 0 }}
      remove={useDeleteApp()}
      title="Delete the app?"
      confirmLabel="Delete app"
      done="App deleted"
      onClose={onClose}
      onRemoved={onDeleted}
    >
      <strong>{name}</strong> is deleted with all its versions
      {usedBy.length > 0 && ', and steps that use it will fail'}.
      <UsedBy uses={usedBy} />
    </RemovalDialog>
  );
}
