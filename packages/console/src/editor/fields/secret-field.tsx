import '@mantine/core/styles/Combobox.layer.css';
import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { secretsQuery } from '../../api/queries/secrets.ts';
import type { PickerProps } from './field-props.ts';

/** The name of an organization secret. Members may not read the list, so they type the name. */
export function SecretField({ value, onChange, within: _within, types: _types, ...labels }: PickerProps) {
  const secrets = useQuery({ ...secretsQuery, retry: false });
  return (
    <Autocomplete
      {...labels}
      value={value}
      onChange={onChange}
      data={secrets.data?.items.map((secret) => secret.name) ?? []}
      placeholder="Secret name"
    />
  );
}
