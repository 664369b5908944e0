import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Table, useCreateTable } from '../api/queries/tables.ts';
import { nameOf } from '../names/name-of.ts';
import { typeNames } from '../names/placeholder-type-names.ts';
import { showDone } from '../ui/show-done.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { RemoveButton } from '../ui/remove-button.tsx';

/** Objects and typed lists are made by the API. */
const TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'JSON', 'LIST', 'FILE'] as const;

interface Column {
  key: string;
  type: (typeof TYPES)[number];
  optional: boolean;
  sensitive: boolean;
}

const EMPTY: Column = { key: '', type: 'TEXT', optional: true, sensitive: false };

interface NewTableDialogProps {
  onMade: (table: Table) => void;
  onClose: () => void;
}

export function NewTableDialog({ onMade, onClose }: NewTableDialogProps) {
  const create = useCreateTable();
  const [name, setName] = useState('');
  const [columns, setColumns] = useState<Column[]>([EMPTY]);
  const change = (index: number, part: Partial<Column>) =>
    setColumns(columns.map((column, other) => (other === index ? { ...column, ...part } : column)));

  function submit() {
    const named = columns.map((column) => ({ ...column, key: column.key.trim() }));
    create.mutate(
      { name: name.trim(), columns: named },
      {
        onSuccess: (table) => {
          showDone('Table created');
          onClose();
          onMade(table);
        },
      },
    );
  }
  return (
    <FormDialog
      title="New table"
      size="lg"
      submitLabel="Create"
      request={create}
      disabled={name.trim() === '' || columns.some(({ key }) => key.trim() === '')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Stack gap="xs" role="group" aria-label="Columns">
        {columns.map((column, index) => (
          <Group key={index} gap="xs" align="flex-end" wrap="wrap">
            <TextInput
              label={`Column ${index + 1}`}
              required
              maxLength={128}
              value={column.key}
              // One that was added is named next.
              autoFocus={index > 0}
              onChange={(event) => change(index, { key: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={`Type of column ${index + 1}`}
              value={column.type}
              onChange={(event) => change(index, { type: event.currentTarget.value as Column['type'] })}
              data={TYPES.map((type) => ({ value: type, label: nameOf(typeNames, type) }))}
            />
            <Checkbox
              label="Optional"
              mb={8}
              checked={column.optional}
              onChange={(event) => change(index, { optional: event.currentTarget.checked })}
            />
            <Checkbox
              label="Sensitive"
              mb={8}
              checked={column.sensitive}
              onChange={(event) => change(index, { sensitive: event.currentTarget.checked })}
            />
            {columns.length > 1 && (
              <RemoveButton
                mb={4}
                label={`Remove column ${index + 1}`}
                onClick={() => setColumns(columns.filter((_, other) => other !== index))}
              />
            )}
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setColumns([...columns, EMPTY])}
        >
          Add column
        </Button>
      </Stack>
    </FormDialog>
  );
}
