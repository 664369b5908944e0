import { type Table, useDeleteRow } from '../../api/queries/tables.ts';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';

export function DeleteRowDialog({ table, rowKey, onClose }: { table: Table; rowKey: string; onClose: () => void }) {
  const remove = useDeleteRow(table.name);
  return (
    <RemovalDialog removed={rowKey} remove={remove} title="Delete the row?" confirmLabel="Delete row" onClose={onClose}>
      Workflows will no longer find a row with the key <strong>{rowKey}</strong> .
    </RemovalDialog>
  );
}
