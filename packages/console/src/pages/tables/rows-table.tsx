import { ActionIcon, Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Table, TableRow } from '../../api/queries/tables.ts';
import tableClasses from '../../ui/table.module.css';
import { shownValue } from './column-values.ts';

interface RowsTableProps {
  columns: Table['columns'];
  rows: TableRow[];
  onEdit: (row: TableRow) => void;
  onDelete: (key: string) => void;
}

export function RowsTable({ columns, rows, onEdit, onDelete }: RowsTableProps) {
  const names = columns.map(({ key }) => String(key));
  return (
    <div className={tableClasses.frame} role="region" aria-label="Rows" tabIndex={0}>
      <table className={tableClasses.table}>
        <thead>
          <tr>
            <th scope="col">Key</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
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
