import { Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { usePutSecret } from '../api/queries/secrets.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { showDone } from '../ui/show-done.ts';

interface SecretDialogProps {
  /** Empty for a new secret. */
  name: string;
  onClose: () => void;
}

export function SecretDialog({ name: given, onClose }: SecretDialogProps) {
  const put = usePutSecret();
  const [name, setName] = useState(given);
  const [value, setValue] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    put.mutate(
      { name: name.trim(), value },
      {
        onSuccess: () => {
          showDone(given === '' ? 'The secret is kept' : 'The secret is replaced');
          onClose();
        },
      },
    );
  }
  return (
    <Modal opened onClose={onClose} title={given === '' ? 'New secret' : `Replace ${given}`}>
      <form onSubmit={submit}>
        <Stack>
          {given === '' && <TextInput label="Name" description="Letters, digits, underscores, dots and hyphens" required maxLength={128} value={name} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />}
          <PasswordInput label="Value" description="It cannot be seen again once it is kept" required autoComplete="off" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
          {put.isError && <ErrorNotice error={put.error} />}
          <FormButtons submitLabel="Keep" loading={put.isPending} disabled={name.trim() === '' || value === ''} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
