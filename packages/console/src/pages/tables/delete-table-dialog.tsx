import { type Table, useDeleteTable } from '../../api/queries/tables.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showDone } from '../../ui/show-done.ts';
import { UsedBy } from '../../ui/used-by.tsx';

interface DeleteTableDialogProps {
  table: Table;
  onDeleted: () => void;
  onClose: () => void;
}

/** Names what would break. */
export function DeleteTableDialog({ table: { name, rows, usedBy }, onDeleted, onClose }: DeleteTableDialogProps) {
  const remove = useDeleteTable();
  return (
    <ConfirmDialog
      opened
      title="Delete the table?"
      confirmLabel="Delete table"
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { name, force: usedBy.length > 0 },
          {
            onSuccess: () => {
              showDone('Table deleted');
              onClose();
              onDeleted();
            },
          },
        )
      }
    >
      <strong>{name}</strong> is deleted with its {rows === 1 ? 'one row' : `${rows} rows`}
      {usedBy.length > 0 && ', and steps that use it will fail'}.
      <UsedBy uses={usedBy} />
    </ConfirmDialog>
  );
}
