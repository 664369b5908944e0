import '@mantine/core/styles/PasswordInput.layer.css';
import { Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { usePutSecret } from '../api/queries/secrets.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { showDone } from '../ui/show-done.ts';
import { texts } from '../texts/settings.tsx';

interface SecretDialogProps {
  /** Empty for a new secret. */
  name: string;
  onClose: () => void;
}

export function SecretDialog({ name: given, onClose }: SecretDialogProps) {
  const put = usePutSecret();
  const [name, setName] = useState(given);
  const [value, setValue] = useState('');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    put.mutate(
      { name: name.trim(), value },
      {
        onSuccess: () => {
          showDone(given === '' ? texts.secretSaved : texts.secretReplaced);
          onClose();
        },
      },
    );
  }
  return (
    <Modal opened onClose={onClose} title={given === '' ? texts.newSecret : texts.replaceGiven(given)}>
      <form onSubmit={submit}>
        <Stack>
          {given === '' && (
            <TextInput
              label={texts.name}
              description={texts.lettersDigitsUnderscoresDotsAnd}
              required
              maxLength={128}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
          )}
          <PasswordInput
            label={texts.value}
            description={texts.youCannotSeeItAgain}
            required
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          {put.isError && <ErrorNotice error={put.error} />}
          <FormButtons
            submitLabel={texts.save}
            loading={put.isPending}
            disabled={name.trim() === '' || value === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
