import { Alert, Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { foldBodies } from '@workflow/components/descriptors';
import type { Field } from '@workflow/workflow-model';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { DraftBody } from '../../api/queries/workflow-entry.ts';
import { useCreateWorkflow } from '../../api/queries/workflows.ts';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { notify } from '../../ui/notification-area.tsx';
import { showDone } from '../../ui/show-done.ts';
import { useEditor } from '../editor-context.ts';
import { extractWorkflow, type Extracted } from './extract-workflow.ts';
import { noteWhenLeft } from './left-workflow.ts';
import { NotExtractable } from './part-ends.ts';

const MAX_NAME_LENGTH = 200;

interface ExtractDialogProps {
  /** Ids of the selected components. */
  ids: readonly string[];
  onClose: () => void;
}

/** Makes a workflow of the selected components, or shows why that is impossible. */
export function ExtractDialog({ ids, onClose }: ExtractDialogProps) {
  const { store } = useEditor();
  const [made] = useState(() => extractedOrReason(store.getState().draft, ids));
  return (
    <Modal opened onClose={onClose} title="Extract the selected components to a workflow">
      {typeof made === 'string' ? (
        <Stack>
          <Alert color="yellow" variant="light" title="These components cannot be extracted">
            {made}
          </Alert>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      ) : (
        <ExtractForm made={made} onClose={onClose} />
      )}
    </Modal>
  );
}

function ExtractForm({ made, onClose }: { made: Extracted; onClose: () => void }) {
  const { store, leftWorkflow } = useEditor();
  const queryClient = useQueryClient();
  const create = useCreateWorkflow();
  const [name, setName] = useState(() => `Part of ${store.getState().draft.name}`.slice(0, MAX_NAME_LENGTH));
  const [publishes, setPublishes] = useState(true);
  const make = useMutation({
    meta: { ownErrors: true },
    mutationFn: async () => {
      const body = { name: name.trim(), description: '', ...foldBodies(made.definition) } as DraftBody;
      const { id } = await create.mutateAsync(body);
      store.apply(made.replace(id));
      noteWhenLeft(store, leftWorkflow, { id, name: body.name });
      onClose();
      if (publishes) await publish(id);
      else showDone(`${body.name} created. Publish it before this workflow.`);
    },
  });

  async function publish(id: string): Promise<void> {
    try {
      await dataOf(api.POST('/v1/workflows/{id}/publish', { path: { id } }));
      await queryClient.invalidateQueries({ queryKey: ['workflow', id] });
      showDone(`${name.trim()} created and published`);
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : 'The server could not be reached.';
      await notify({ color: 'yellow', title: 'Created, but not published', message: reason, autoClose: 15_000 });
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="Name of the new workflow"
          required
          maxLength={MAX_NAME_LENGTH}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Placeholders label="Inputs" none="No inputs." fields={made.takes} />
        <Placeholders label="Outputs" none="Later components use none of the results." fields={made.gives} />
        <Checkbox
          label="Publish it immediately"
          description="Production runs of this workflow fail until it is published."
          checked={publishes}
          onChange={(event) => setPublishes(event.currentTarget.checked)}
        />
        {make.isError && <ErrorNotice error={make.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Placeholders({ label, none, fields }: { label: string; none: string; fields: readonly Field[] }) {
  if (fields.length === 0) return <div>{none}</div>;
  return (
    <div>
      {label}{' '}
      {fields.map(({ key, type }, index) => (
        <span key={key}>
          {index > 0 && ', '}
          <code>{key}</code> ({nameOf(typeNames, type)})
        </span>
      ))}
      .
    </div>
  );
}

function extractedOrReason(draft: Parameters<typeof extractWorkflow>[0], ids: readonly string[]): Extracted | string {
  try {
    return extractWorkflow(draft, new Set(ids), () => crypto.randomUUID());
  } catch (error) {
    if (error instanceof NotExtractable) return error.message;
    throw error;
  }
}
