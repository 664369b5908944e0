import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Table, tablesQuery } from '../../api/queries/tables.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { NewTableDialog } from '../../resources/new-table-dialog.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Page } from '../../ui/page.tsx';
import tableClasses from '../../ui/table.module.css';
import { UsedBy } from '../../ui/used-by.tsx';
import { DeleteTableDialog } from './delete-table-dialog.tsx';
import { ActionsHeader } from '../../ui/actions-header.tsx';

/** Tables that workflows and people share. */
export function TablesPage() {
  const list = useQuery(tablesQuery);
  const navigate = useNavigate();
  const [isMaking, setIsMaking] = useState(false);
  const [deleting, setDeleting] = useState<Table | null>(null);
  const tables = list.data?.items ?? [];
  const make = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsMaking(true)}>
      New table
    </Button>
  );
  return (
    <Page title="Tables" actions={tables.length > 0 && make}>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && tables.length === 0 && (
        <EmptyState
          title="No tables yet"
          text={
            'A table stores data that workflows and people share, such as prices, customers or handled events. ' +
            'The component Table reads and changes its rows.'
          }
        >
          {make}
        </EmptyState>
      )}
      {tables.length > 0 && (
        <div className={tableClasses.frame}>
          <table className={tableClasses.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Rows</th>
                <th scope="col" className={tableClasses.wide}>
                  Size
                </th>
                <ActionsHeader />
              </tr>
            </thead>
            <tbody>
              {tables.map((table) => (
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
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete ${table.name}`}
                      onClick={() => setDeleting(table)}
                    >
                      <IconTrash size={17} />
                    </ActionIcon>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isMaking && (
        <NewTableDialog
          onMade={({ name }) => void navigate(`/tables/${encodeURIComponent(name)}`)}
          onClose={() => setIsMaking(false)}
        />
      )}
      {deleting !== null && (
        <DeleteTableDialog table={deleting} onDeleted={() => undefined} onClose={() => setDeleting(null)} />
      )}
    </Page>
  );
}
