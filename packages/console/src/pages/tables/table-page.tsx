import { ActionIcon, Anchor, Button, Group } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type Table, type TableRow, tableQuery, tableRowsQuery, useDeleteRow } from '../../api/queries/tables.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Page } from '../../ui/page.tsx';
import { plural } from '../../ui/plural.ts';
import { DeleteTableDialog } from './delete-table-dialog.tsx';
import { RowDialog } from './row-dialog.tsx';
import { RowsTable } from './rows-table.tsx';

/** The rows of a table, which people add, change and delete. */
export function TablePage() {
  const { tableName = '' } = useParams();
  const table = useQuery(tableQuery(tableName));
  const above = (
    <Anchor component={Link} to="/tables" size="sm">
      Tables
    </Anchor>
  );
  if (table.data !== undefined) return <Rows table={table.data} above={above} />;
  return (
    <Page title={tableName} above={above}>
      {table.isError ? <ErrorNotice error={table.error} /> : <PageLoader />}
    </Page>
  );
}

function Rows({ table, above }: { table: Table; above: React.ReactNode }) {
  const list = useInfiniteQuery(tableRowsQuery(table.name));
  const remove = useDeleteRow(table.name);
  const navigate = useNavigate();
  /** 'new', or the row that is changed. */
  const [editing, setEditing] = useState<TableRow | 'new' | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [isDeletingTable, setIsDeletingTable] = useState(false);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      Add row
    </Button>
  );
  return (
    <Page
      title={table.name}
      above={above}
      aside={plural(table.rows, { one: `${table.rows} row`, other: `${table.rows} rows` })}
      actions={
        <Group gap="xs">
          {rows.length > 0 && add}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Delete ${table.name}`}
            onClick={() => setIsDeletingTable(true)}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </Group>
      }
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState
          title="No rows yet"
          text="Workflows write rows with the component Table, and you can add them here."
        >
          {add}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <RowsTable columns={table.columns} rows={rows} onEdit={setEditing} onDelete={(key) => setDeleting(key)} />
      )}
      <MoreButton list={list} />
      {editing !== null && (
        <RowDialog table={table} row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title="Delete the row?"
        confirmLabel="Delete row"
        loading={remove.isPending}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting !== null && remove.mutate(deleting, { onSuccess: () => setDeleting(null) })}
      >
        Workflows find no row with the key <strong>{deleting}</strong> from then on.
      </ConfirmDialog>
      {isDeletingTable && (
        <DeleteTableDialog
          table={table}
          onDeleted={() => void navigate('/tables')}
          onClose={() => setIsDeletingTable(false)}
        />
      )}
    </Page>
  );
}
