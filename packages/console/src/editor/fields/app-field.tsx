import '@mantine/core/styles/Combobox.layer.css';
import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appsQuery, operationsQuery } from '../../api/queries/apps.ts';
import type { PickerProps } from './field-props.ts';
import { Choice } from './choice.tsx';

/** An app of the organization. */
export function AppField({ value, onChange, within: _within, types: _types, ...labels }: PickerProps) {
  const { data } = useQuery(appsQuery);
  const apps = data?.items ?? [];
  return (
    <Choice
      {...labels}
      value={value}
      onChange={onChange}
      none={apps.length === 0 ? 'There are no apps yet' : 'Choose an app'}
      unknown={data === undefined ? 'Loading…' : `${value} (not found)`}
      options={apps.map(({ id, name, version }) => ({
        value: id,
        label: version === null ? name : `${name} (version ${version})`,
      }))}
    />
  );
}

/** An operation of an app, found by words. */
export function OperationField({ value, onChange, within, types: _types, ...labels }: PickerProps) {
  const { data } = useQuery(operationsQuery(within, ''));
  return <Autocomplete {...labels} value={value} onChange={onChange} data={data?.items.map(({ key }) => key) ?? []} />;
}
