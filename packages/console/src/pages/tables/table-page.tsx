import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { hasStatus } from '../../api/api-error.ts';
import { type Table, type TableRow, tableQuery } from '../../api/queries/tables.ts';
import { DeleteRowDialog } from './delete-row-dialog.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { plural } from '../../ui/plural.ts';
import { DeleteTableButton } from './delete-table-button.tsx';
import { RowDialog } from './row-dialog.tsx';
import { RowsTable } from './rows-table.tsx';
import { RowsSearch } from './rows-search.tsx';
import { TableMenu } from './table-menu.tsx';
import { useArrangedRows } from './use-arranged-rows.ts';
import { LoadState } from '../../ui/load-state.tsx';

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
  if (hasStatus(table.error, 404))
    return (
      <EmptyState isPage title="Table not found" text="Check the URL. The table may have been deleted.">
        <Link to="/tables">Go to tables</Link>
      </EmptyState>
    );
  return (
    <Page title={tableName} above={above}>
      <LoadState query={table} />
    </Page>
  );
}

function Rows({ table, above }: { table: Table; above: React.ReactNode }) {
  const arranged = useArrangedRows(table.name);
  const { list } = arranged;
  /** 'new', or the row that is changed. */
  const [editing, setEditing] = useState<TableRow | 'new' | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const hasRows = arranged.read.length > 0;
  const add = <AddButton label="Add row" onClick={() => setEditing('new')} />;
  return (
    <Page
      title={table.name}
      above={above}
      aside={plural(table.rows, { one: `${table.rows} row`, other: `${table.rows} rows` })}
      actions={
        <Group gap="xs">
          {hasRows && add}
          <TableMenu table={table} />
          <DeleteTableButton table={table} />
        </Group>
      }
    >
      <LoadState query={list} />
      {list.isSuccess && !hasRows && (
        <EmptyState
          title="No rows yet"
          text="Workflows add rows with the Table component. You can also add or import them here."
        >
          {add}
        </EmptyState>
      )}
      {hasRows && <RowsSearch arranged={arranged} />}
      {arranged.rows.length > 0 && (
        <RowsTable
          columns={table.columns}
          rows={arranged.rows}
          order={arranged.order}
          onOrder={arranged.setOrder}
          onEdit={setEditing}
          onDelete={(key) => setDeleting(key)}
        />
      )}
      {!arranged.isArranged && <MoreButton list={list} />}
      {editing !== null && (
        <RowDialog table={table} row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {deleting !== null && <DeleteRowDialog table={table} rowKey={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}
