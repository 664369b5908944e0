import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Button, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { type Table, useCreateTable } from '../api/queries/tables.ts';
import { nameOf } from '../names/name-of.ts';
import { typeNames } from '../names/placeholder-type-names.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { showDone } from '../ui/show-done.ts';

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

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // It may be within the form of a component.
    event.stopPropagation();
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
    <Modal opened onClose={onClose} title="New table" size="lg">
      <form onSubmit={submit}>
        <Stack>
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
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    mb={4}
                    aria-label={`Remove column ${index + 1}`}
                    onClick={() => setColumns(columns.filter((_, other) => other !== index))}
                  >
                    <IconTrash size={17} />
                  </ActionIcon>
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
          {create.isError && <ErrorNotice error={create.error} />}
          <FormButtons
            submitLabel="Create"
            loading={create.isPending}
            disabled={name.trim() === '' || columns.some(({ key }) => key.trim() === '')}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
