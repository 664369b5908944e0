import '@mantine/core/styles/Combobox.layer.css';
import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tablesQuery } from '../../api/queries/tables.ts';
import type { PickerProps } from './field-props.ts';

/** A table of the organization, by name. */
export function TableField({ value, onChange, within: _within, types: _types, ...labels }: PickerProps) {
  const { data } = useQuery(tablesQuery);
  const names = data?.items.map(({ name }) => name) ?? [];
  const isKnown = value === '' || names.includes(value);
  return (
    <div>
      <NativeSelect
        {...labels}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          { value: '', label: names.length === 0 ? 'There are no tables yet' : 'Choose a table' },
          ...(isKnown ? [] : [{ value, label: data === undefined ? value : `${value} (not found)` }]),
          ...names.map((name) => ({ value: name, label: name })),
        ]}
      />
      <Anchor component={Link} to="/tables" size="sm">
        Tables
      </Anchor>
    </div>
  );
}
