import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Table } from '../../api/queries/tables.ts';
import { DeleteTableDialog } from './delete-table-dialog.tsx';

/** Asks before it deletes the table that the page shows, and leaves the page. */
export function DeleteTableButton({ table }: { table: Table }) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${table.name}`} onClick={() => setIsDeleting(true)}>
        <IconTrash size={17} />
      </ActionIcon>
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
