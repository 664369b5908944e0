import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePutSecret } from '../api/queries/secrets.ts';
import { showDone } from '../ui/show-done.ts';
import { FormDialog } from '../ui/form-dialog.tsx';

interface SecretDialogProps {
  /** Empty for a new secret. */
  name: string;
  /** It replaces one that is there; left out, where it has a name. */
  isReplaced?: boolean;
  /** @param name under which it was saved */
  onSaved?: (name: string) => void;
  onClose: () => void;
}

export function SecretDialog({ name: given, isReplaced = given !== '', onSaved, onClose }: SecretDialogProps) {
  const put = usePutSecret();
  const [name, setName] = useState(given);
  const [value, setValue] = useState('');

  function submit() {
    put.mutate(
      { name: name.trim(), value },
      {
        onSuccess: () => {
          showDone(isReplaced ? 'Secret replaced' : 'Secret created');
          onSaved?.(name.trim());
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={isReplaced ? `Replace ${given}` : 'New secret'}
      submitLabel={isReplaced ? 'Save' : 'Create'}
      request={put}
      disabled={name.trim() === '' || value === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isReplaced && (
        <TextInput
          label="Name"
          description="Letters, digits, underscores, dots and hyphens"
          required
          maxLength={128}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <PasswordInput
        label="Value"
        description="You cannot see it again after saving"
        required
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
