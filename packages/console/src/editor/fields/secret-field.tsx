import '@mantine/core/styles/Combobox.layer.css';
import { Anchor, Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secretsQuery } from '../../api/queries/secrets.ts';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { useEditor } from '../editor-context.ts';
import type { PickerProps } from './field-props.ts';

const SecretDialog = loadPart(async () => (await import('../../resources/secret-dialog.tsx')).SecretDialog);

/**
 * The name of an organization secret, and where there is none of that name, the way to make it. Members may not read
 * the list, so they type the name.
 */
export function SecretField({ value, onChange, within: _within, types: _types, ...labels }: PickerProps) {
  const { recheck } = useEditor();
  const secrets = useQuery({ ...secretsQuery, retry: false });
  const [isOpen, setIsOpen] = useState(false);
  const names = secrets.data?.items.map((secret) => secret.name) ?? [];
  const isMissing = secrets.data !== undefined && value !== '' && !names.includes(value);
  const close = () => setIsOpen(false);
  return (
    <div>
      <Autocomplete {...labels} value={value} onChange={onChange} data={names} placeholder="Secret name" />
      {(isMissing || (value === '' && secrets.data !== undefined)) && (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsOpen(true)}>
          {isMissing ? `Create the secret ${value}…` : 'New secret…'}
        </Anchor>
      )}
      {isOpen && (
        <PartBoundary onFailed={close}>
          <SecretDialog
            name={value}
            isReplaced={false}
            onSaved={(name) => {
              onChange(name);
              recheck.set(recheck.get() + 1);
            }}
            onClose={close}
          />
        </PartBoundary>
      )}
    </div>
  );
}
