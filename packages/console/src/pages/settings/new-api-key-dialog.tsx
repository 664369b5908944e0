import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Checkbox, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope, useCreateApiKey } from '../../api/queries/api-keys.ts';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import { nameOf } from '../../names/name-of.ts';
import { scopeNames } from './scope-names.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

const SCOPES: { value: Scope; text: string }[] = [
  { value: 'run', text: 'Start runs, cancel and retry sessions' },
  { value: 'read', text: 'Read sessions and their steps' },
  { value: 'manage', text: 'Change workflows, tokens, keys and secrets' },
];
const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

interface NewApiKeyDialogProps {
  create: ReturnType<typeof useCreateApiKey>;
  onClose: () => void;
}

export function NewApiKeyDialog({ create, onClose }: NewApiKeyDialogProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['run', 'read']);
  const [days, setDays] = useState('');
  const [workflowIds, setWorkflowIds] = useState<string[]>([]);
  const workflows = useQuery(allWorkflowsQuery);

  function submit() {
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    const bound = workflowIds.length > 0 && { workflowIds };
    create.mutate({ name: name.trim(), scopes: scopes as Scope[], expiresAt, ...bound }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title="New API key"
      submitLabel="Create"
      request={create}
      disabled={name.trim() === '' || scopes.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Which program uses the key"
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Checkbox.Group label="Scopes" value={scopes} onChange={setScopes}>
        <Stack gap="xs" mt={4}>
          {SCOPES.map(({ value, text }) => (
            <Checkbox key={value} value={value} label={nameOf(scopeNames, value)} description={text} />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label="Workflows"
        description="The key can only use these workflows. If empty, all workflows."
        data={workflows.data?.items.map(({ id, name: label }) => ({ value: id, label })) ?? []}
        value={workflowIds}
        onChange={setWorkflowIds}
        maxValues={20}
        searchable
      />
      <NativeSelect
        label="Expires"
        data={EXPIRIES}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
