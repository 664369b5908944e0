import '@mantine/core/styles/PasswordInput.layer.css';
import { Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { usePutSecret } from '../api/queries/secrets.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { showDone } from '../ui/show-done.ts';

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

  function submit(event: SubmitEvent) {
    event.preventDefault();
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
    <Modal opened onClose={onClose} title={isReplaced ? `Replace ${given}` : 'New secret'}>
      <form
        onSubmit={(event) => {
          // It may be within the form of a component.
          event.stopPropagation();
          submit(event);
        }}
      >
        <Stack>
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
          {put.isError && <ErrorNotice error={put.error} />}
          <FormButtons
            submitLabel={isReplaced ? 'Save' : 'Create'}
            loading={put.isPending}
            disabled={name.trim() === '' || value === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
