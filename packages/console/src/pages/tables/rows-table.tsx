import { Button, Group, UnstyledButton } from '@mantine/core';
import { isWholeFileValue } from '@workflow/workflow-model';
import type { Table, TableRow } from '../../api/queries/tables.ts';
import { FileValueView } from '../../ui/file-value.tsx';
import tableClasses from '../../ui/table.module.css';
import { nextOrder, type RowOrder } from './arrange-rows.ts';
import { shownValue } from './column-values.ts';
import classes from './rows-table.module.css';
import { ActionsHeader } from '../../ui/actions-header.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

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
            <ActionsHeader />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.key}</th>
              {names.map((name) => (
                <Cell key={name} value={row[name]} />
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
                  <RemoveButton label={`Delete ${row.key}`} onClick={() => onDelete(row.key)} />
                </Group>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ value }: { value: unknown }) {
  const file = isWholeFileValue(value) ? value : null;
  const text = file?.name ?? shownValue(value);
  return (
    <td title={text} style={{ maxWidth: 320 }} className={tableClasses.soft}>
      {file === null ? text : <FileValueView file={file} />}
    </td>
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
