import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Table, type TableRow, useWriteRow } from '../../api/queries/tables.ts';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { doneThen } from '../../ui/show-done.ts';
import { isHidden, shownValue, valueOfText } from './column-values.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface RowDialogProps {
  table: Table;
  /** Null for a new one. */
  row: TableRow | null;
  onClose: () => void;
}

interface Column {
  key: string;
  type: string;
  optional?: boolean;
}

/** A field for each column. What is masked stays as it is unless something is entered. */
export function RowDialog({ table, row, onClose }: RowDialogProps) {
  const write = useWriteRow(table.name);
  const columns = table.columns as unknown as Column[];
  const [key, setKey] = useState(row?.key ?? '');
  const [texts, setTexts] = useState<Record<string, string>>({});

  function submit() {
    const entered = columns.filter(({ key: name }) => texts[name] !== undefined);
    const values: Record<string, unknown> = Object.fromEntries(
      entered.map(({ key: name, type }): [string, unknown] => [name, valueOfText(type, texts[name] ?? '')]),
    );
    write.mutate(
      { key: key === '' ? crypto.randomUUID() : key, columns: values, isNew: row === null },
      { onSuccess: doneThen(row === null ? 'Row added' : 'Row saved', onClose) },
    );
  }
  return (
    <FormDialog
      title={row === null ? 'Add row' : `Edit ${row.key}`}
      submitLabel="Save"
      request={write}
      onSubmit={submit}
      onClose={onClose}
    >
      {row === null && (
        <TextInput
          label="Key"
          description="Unique in the table. If empty, a random key is used."
          maxLength={500}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {columns.map((column) => (
        <ColumnField
          key={column.key}
          column={column}
          isRequired={row === null && column.optional !== true}
          isMasked={isHidden(row?.[column.key])}
          text={texts[column.key] ?? (isHidden(row?.[column.key]) ? '' : shownValue(row?.[column.key]))}
          onChange={(text) => setTexts({ ...texts, [column.key]: text })}
        />
      ))}
    </FormDialog>
  );
}

interface ColumnFieldProps {
  column: Column;
  isRequired: boolean;
  isMasked: boolean;
  text: string;
  onChange: (text: string) => void;
}

function ColumnField({ column: { key, type }, isRequired, isMasked, text, onChange }: ColumnFieldProps) {
  const labels = { label: key, description: nameOf(typeNames, type), required: isRequired };
  if (type === 'BOOLEAN')
    return (
      <NativeSelect
        {...labels}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          { value: '', label: isMasked ? 'Unchanged' : '—' },
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
      />
    );
  return (
    <TextInput
      {...labels}
      value={text}
      placeholder={isMasked ? 'Unchanged' : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
