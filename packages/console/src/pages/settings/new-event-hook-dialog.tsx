import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Checkbox, Modal, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { NewEventHook, useCreateEventHook } from '../../api/queries/event-hooks.ts';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import { eventNames } from './event-names.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';

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

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const only = workflowIds.length === 0 ? null : workflowIds;
    create.mutate({ url: url.trim(), events: events as EventType[], workflowIds: only }, { onSuccess: onClose });
  }

  return (
    <Modal opened onClose={onClose} title="New event hook">
      <form onSubmit={submit}>
        <Stack>
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
          {create.isError && <ErrorNotice error={create.error} />}
          <FormButtons
            submitLabel="Create"
            loading={create.isPending}
            disabled={url.trim() === '' || events.length === 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
