import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Table, tablesQuery } from '../../api/queries/tables.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { NewTableDialog } from '../../resources/new-table-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import tableClasses from '../../ui/table.module.css';
import { UsedBy } from '../../ui/used-by.tsx';
import { DeleteTableDialog } from './delete-table-dialog.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

/** Tables that workflows and people share. */
export function TablesPage() {
  const list = useQuery(tablesQuery);
  const navigate = useNavigate();
  const [isMaking, setIsMaking] = useState(false);
  const [deleting, setDeleting] = useState<Table | null>(null);
  const tables = list.data?.items ?? [];
  const make = <AddButton label="New table" onClick={() => setIsMaking(true)} />;
  return (
    <Page title="Tables" actions={tables.length > 0 && make}>
      <ListedTable
        list={list}
        empty={
          <EmptyState
            title="No tables yet"
            text={
              'A table stores data that workflows and people share, such as prices, customers or handled events. ' +
              'The component Table reads and changes its rows.'
            }
          >
            {make}
          </EmptyState>
        }
        columns={['Name', 'Rows', { wide: 'Size' }]}
        isFramed
        rows={tables.map((table) => (
          <tr key={table.name}>
            <td className={tableClasses.grow}>
              <Link to={`/tables/${encodeURIComponent(table.name)}`} className={tableClasses.name}>
                {table.name}
              </Link>
              <UsedBy uses={table.usedBy} />
            </td>
            <td>{table.rows}</td>
            <td className={tableClasses.wide}>{formatBytes(table.bytes)}</td>
            <td>
              <RemoveButton label={`Delete ${table.name}`} onClick={() => setDeleting(table)} />
            </td>
          </tr>
        ))}
      />
      {isMaking && (
        <NewTableDialog
          onMade={({ name }) => void navigate(`/tables/${encodeURIComponent(name)}`)}
          onClose={() => setIsMaking(false)}
        />
      )}
      {deleting !== null && <DeleteTableDialog table={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}
