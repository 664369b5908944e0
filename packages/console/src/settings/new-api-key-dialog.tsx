import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { Scope, useCreateApiKey } from '../api/queries/api-keys.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { texts } from '../texts/settings.tsx';
import { nameWithCode, scopeNames } from '../texts/names.ts';

const SCOPES: { value: Scope; text: string }[] = [
  { value: 'run', text: texts.startRunsCancelAndRetry },
  { value: 'read', text: texts.readSessionsAndTheirSteps },
  { value: 'manage', text: texts.changeWorkflowsTokensKeysAnd },
];
const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: '', label: texts.never },
  { value: '30', label: texts.in30Days },
  { value: '90', label: texts.in90Days },
  { value: '365', label: texts.inAYear },
];

interface NewApiKeyDialogProps {
  create: ReturnType<typeof useCreateApiKey>;
  onClose: () => void;
}

export function NewApiKeyDialog({ create, onClose }: NewApiKeyDialogProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['run', 'read']);
  const [days, setDays] = useState('');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    create.mutate({ name: name.trim(), scopes: scopes as Scope[], expiresAt }, { onSuccess: onClose });
  }

  return (
    <Modal opened onClose={onClose} title={texts.newApiKey}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.name}
            description={texts.whichProgramUsesTheKey}
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Checkbox.Group label={texts.scopes} value={scopes} onChange={setScopes}>
            <Stack gap="xs" mt={4}>
              {SCOPES.map(({ value, text }) => (
                <Checkbox key={value} value={value} label={nameWithCode(scopeNames, value)} description={text} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect
            label={texts.expires}
            data={EXPIRIES}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          {create.isError && <ErrorNotice error={create.error} />}
          <FormButtons
            submitLabel={texts.createKey}
            loading={create.isPending}
            disabled={name.trim() === '' || scopes.length === 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
