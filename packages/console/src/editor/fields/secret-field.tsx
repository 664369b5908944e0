import '@mantine/core/styles/Combobox.layer.css';
import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { secretsQuery } from '../../api/queries/secrets.ts';
import type { FieldLabels } from './field-props.ts';

interface SecretFieldProps extends FieldLabels {
  value: string;
  onChange: (value: string) => void;
}

/** The name of an organization secret. Members may not read the list, so they type the name. */
export function SecretField({ value, onChange, ...labels }: SecretFieldProps) {
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
