import { ActionIcon, Button, Group, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Table, TableRow } from '../../api/queries/tables.ts';
import tableClasses from '../../ui/table.module.css';
import { nextOrder, type RowOrder } from './arrange-rows.ts';
import { shownValue } from './column-values.ts';
import classes from './rows-table.module.css';

interface RowsTableProps {
  columns: Table['columns'];
  rows: TableRow[];
  order: RowOrder | null;
  onOrder: (order: RowOrder | null) => void;
  onEdit: (row: TableRow) => void;
  onDelete: (key: string) => void;
}

export function RowsTable({ columns, rows, order, onOrder, onEdit, onDelete }: RowsTableProps) {
  const names = columns.map(({ key }) => String(key));
  return (
    <div className={tableClasses.frame} role="region" aria-label="Rows" tabIndex={0}>
      <table className={tableClasses.table}>
        <thead>
          <tr>
            {['key', ...names].map((name) => (
              <SortedHead key={name} column={name} order={order} onOrder={onOrder} />
            ))}
            <th scope="col" aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.key}</th>
              {names.map((name) => (
                <td key={name} title={shownValue(row[name])} style={{ maxWidth: 320 }} className={tableClasses.soft}>
                  {shownValue(row[name])}
                </td>
              ))}
              <td>
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Edit ${row.key}`}
                    onClick={() => onEdit(row)}
                  >
                    Edit
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete ${row.key}`}
                    onClick={() => onDelete(row.key)}
                  >
                    <IconTrash size={17} />
                  </ActionIcon>
                </Group>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortedHeadProps {
  column: string;
  order: RowOrder | null;
  onOrder: (order: RowOrder | null) => void;
}

function SortedHead({ column, order, onOrder }: SortedHeadProps) {
  const direction = order?.column === column ? order.direction : null;
  return (
    <th scope="col" aria-sort={direction ?? 'none'}>
      <UnstyledButton className={classes.head ?? ''} onClick={() => onOrder(nextOrder(order, column))}>
        {column === 'key' ? 'Key' : column}
        {direction !== null && <span aria-hidden>{direction === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </UnstyledButton>
    </th>
  );
}
