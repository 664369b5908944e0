import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Table } from '../../api/queries/tables.ts';
import { DeleteTableDialog } from './delete-table-dialog.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

/** Asks before it deletes the table that the page shows, and leaves the page. */
export function DeleteTableButton({ table }: { table: Table }) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <RemoveButton label={`Delete ${table.name}`} onClick={() => setIsDeleting(true)} />
      {isDeleting && (
        <DeleteTableDialog
          table={table}
          onDeleted={() => void navigate('/tables')}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
