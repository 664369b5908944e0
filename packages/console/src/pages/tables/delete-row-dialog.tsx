import { type Table, useDeleteRow } from '../../api/queries/tables.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function DeleteRowDialog({ table, rowKey, onClose }: { table: Table; rowKey: string; onClose: () => void }) {
  const remove = useDeleteRow(table.name);
  return (
    <ConfirmDialog
      opened
      title="Delete the row?"
      confirmLabel="Delete row"
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(rowKey, { onSuccess: onClose })}
    >
      Workflows find no row with the key <strong>{rowKey}</strong> from then on.
    </ConfirmDialog>
  );
}
