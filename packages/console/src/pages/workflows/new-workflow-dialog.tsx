import { Button, FileButton, Group, Modal, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileImport } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { templatesQuery } from '../../api/queries/templates.ts';
import { type DraftBody, useCreateWorkflow } from '../../api/queries/workflows.ts';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { showError } from '../../ui/show-error.ts';
import classes from './new-workflow-dialog.module.css';
import { readImport } from './read-import.ts';

/** A new workflow: from scratch, from a template, or from an exported file. */
export function NewWorkflowDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const templates = useQuery(templatesQuery);
  const create = useCreateWorkflow();
  const [name, setName] = useState('');
  const [templateKey, setTemplateKey] = useState<string | null>(null);
  const template = templates.data?.find((one) => one.key === templateKey);

  async function make(body: DraftBody) {
    const workflow = await create.mutateAsync(body);
    onClose();
    await navigate(`/workflows/${workflow.id}`);
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const content = template ? { description: template.description, ...template.definition } : {};
    void make({
      components: [],
      connections: [],
      ...content,
      name: name.trim() || template?.name || 'New workflow',
    }).catch(() => undefined);
  }
  async function importFile(file: File | null) {
    if (file) await make(readImport(await file.text(), file.name));
  }

  return (
    <Modal opened onClose={onClose} title="New workflow" size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            placeholder={template?.name ?? 'New workflow'}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <fieldset className={classes.choices}>
            <legend>Start with</legend>
            <Choice
              title="Empty canvas"
              text="Add the components yourself."
              chosen={templateKey === null}
              onChoose={() => setTemplateKey(null)}
            />
            {templates.data?.map((one) => (
              <Choice
                key={one.key}
                title={one.name}
                text={one.description}
                chosen={templateKey === one.key}
                onChoose={() => setTemplateKey(one.key)}
              />
            ))}
          </fieldset>
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
    </Modal>
  );
}

interface ChoiceProps {
  title: string;
  text: string;
  chosen: boolean;
  onChoose: () => void;
}

function Choice({ title, text, chosen, onChoose }: ChoiceProps) {
  return (
    <UnstyledButton className={classes.choice} aria-pressed={chosen} onClick={onChoose}>
      <span className={classes.title}>{title}</span>
      <span className={classes.text}>{text}</span>
    </UnstyledButton>
  );
}
