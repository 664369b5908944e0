import { type Table, useDeleteTable } from '../../api/queries/tables.ts';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import { UsedBy } from '../../ui/used-by.tsx';

interface DeleteTableDialogProps {
  table: Table;
  onDeleted?: () => void;
  onClose: () => void;
}

/** Names what would break. */
export function DeleteTableDialog({ table: { name, rows, usedBy }, onDeleted, onClose }: DeleteTableDialogProps) {
  return (
    <RemovalDialog
      removed={{ name, force: usedBy.length > 0 }}
      remove={useDeleteTable()}
      title="Delete the table?"
      confirmLabel="Delete table"
      done="Table deleted"
      onClose={onClose}
      onRemoved={onDeleted}
    >
      <strong>{name}</strong> is deleted with its {rows === 1 ? 'one row' : `${rows} rows`}
      {usedBy.length > 0 && ', and steps that use it will fail'}.
      <UsedBy uses={usedBy} />
    </RemovalDialog>
  );
}
