import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { findCredentialType } from '@workflow/credentials/descriptors';
import { useState } from 'react';
import { useIsAdmin } from '../../api/queries/account.ts';
import { type Credential, credentialsQuery } from '../../api/queries/credentials.ts';
import { CredentialDialog, type CredentialStart } from '../../resources/credentials/credential-dialog.tsx';
import { SignInButton } from '../../resources/credentials/sign-in-button.tsx';
import type { PickerProps } from './field-props.ts';
import { Choice } from './choice.tsx';

const NONE: readonly string[] = [];
const STATUS_NOTES: Record<Credential['status'], string> = { ready: '', 'sign-in-needed': ': sign-in needed' };

interface CredentialFieldProps extends PickerProps {
  /** The values that a new credential begins with. */
  start?: CredentialStart;
}

/** A credential of the organization that fits the field, by name. Admins make a new one in place. */
export function CredentialField(props: CredentialFieldProps) {
  const { value, onChange, within: _within, types = NONE, start, ...labels } = props;
  const { data } = useQuery(credentialsQuery);
  const isAdmin = useIsAdmin();
  const [isMaking, setIsMaking] = useState(false);
  const fitting = (data?.items ?? []).filter(({ type }) => types.includes(type));
  const chosen = fitting.find(({ id }) => id === value);
  return (
    <div>
      <Choice
        {...labels}
        value={value}
        onChange={onChange}
        none="None"
        unknown={data === undefined ? 'Loading…' : 'Deleted credential'}
        options={fitting.map(({ id, name, type, status }) => ({
          value: id,
          label: `${name} (${findCredentialType(type)?.title ?? type})${STATUS_NOTES[status]}`,
        }))}
      />
      {chosen?.status === 'sign-in-needed' && (
        <Alert color="orange" variant="light" mt={4} p="xs" role="status">
          Steps fail until someone signs in. <SignInButton id={chosen.id} name={chosen.name} isNeeded />
        </Alert>
      )}
      {isAdmin && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setIsMaking(true)}>
          New credential
        </Button>
      )}
      {isMaking && (
        <CredentialDialog
          credential={null}
          types={types}
          {...(start !== undefined && { start })}
          onSaved={onChange}
          onClose={() => setIsMaking(false)}
        />
      )}
    </div>
  );
}
