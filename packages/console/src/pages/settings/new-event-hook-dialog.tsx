import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewEventHook, useCreateEventHook } from '../../api/queries/event-hooks.ts';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import { eventNames } from './event-names.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

type EventType = NewEventHook['events'][number];

const EVENTS: EventType[] = [
  'session.succeeded',
  'session.failed',
  'session.cancelled',
  'workflow.failing',
  'failure.new',
  'approval.waiting',
];

interface NewEventHookDialogProps {
  create: ReturnType<typeof useCreateEventHook>;
  onClose: () => void;
}

export function NewEventHookDialog({ create, onClose }: NewEventHookDialogProps) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>(['session.failed', 'workflow.failing']);
  const [workflowIds, setWorkflowIds] = useState<string[]>([]);
  const workflows = useQuery(allWorkflowsQuery);

  function submit() {
    const only = workflowIds.length === 0 ? null : workflowIds;
    create.mutate({ url: url.trim(), events: events as EventType[], workflowIds: only }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title="New event hook"
      submitLabel="Create"
      request={create}
      disabled={url.trim() === '' || events.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="URL"
        type="url"
        required
        maxLength={2000}
        placeholder="https://example.com/events"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <Checkbox.Group label="Events" value={events} onChange={setEvents}>
        <Stack gap="xs" mt={4}>
          {EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={eventNames[event]} description={event} />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label="Workflows"
        description="If empty, all workflows."
        data={workflows.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={workflowIds}
        onChange={setWorkflowIds}
        searchable
      />
    </FormDialog>
  );
}
