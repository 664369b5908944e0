import { Button, FileButton, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { freeWorkflowName } from '../../api/queries/free-workflow-name.ts';
import type { DraftBody } from '../../api/queries/workflow-entry.ts';
import { useCreateWorkflow } from '../../api/queries/workflows.ts';
import { unusedName } from '../../editor/draft/unused-name.ts';
import { Gallery } from '../../features/gallery/gallery.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { showError } from '../../ui/show-error.ts';
import { takeTypedAhead } from '../../ui/typed-ahead.ts';
import classes from './new-workflow-dialog.module.css';
import { readImport } from './read-import.ts';

/** A new workflow: from scratch, from an exported file, or from a template. */
export function NewWorkflowDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreateWorkflow();
  const [name, setName] = useState('');

  async function make(body: DraftBody) {
    const workflow = await create.mutateAsync(body);
    onClose();
    await navigate(`/workflows/${workflow.id}`);
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    void make({ components: [], connections: [], name: name.trim() || 'New workflow' }).catch(() => undefined);
  }
  async function importFile(file: File | null) {
    if (!file) return;
    const body = readImport(await file.text(), file.name);
    await make({ ...body, name: await freeWorkflowName(body.name, (name, taken) => unusedName(name, taken, ' ')) });
  }

  return (
    <Modal opened onClose={onClose} title="New workflow" size={920}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            placeholder="New workflow"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={() => {
              const letters = takeTypedAhead();
              setName((before) => before + letters);
            }}
            data-autofocus
          />
          <Group justify="space-between">
            <FileButton
              accept="application/json,.json"
              onChange={(file) => void importFile(file).catch(showError)}
              inputProps={{ 'aria-label': 'File to import' }}
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconFileImport size={16} />}>
                  Import JSON…
                </Button>
              )}
            </FileButton>
            <FormButtons submitLabel="Create" loading={create.isPending} onCancel={onClose} />
          </Group>
        </Stack>
      </form>
      <section aria-labelledby="new-from-template">
        <h2 id="new-from-template" className={classes.title}>
          Or start from a template
        </h2>
        <Gallery name={name} onMade={onClose} />
      </section>
    </Modal>
  );
}
