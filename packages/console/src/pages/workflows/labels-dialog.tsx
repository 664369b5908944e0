import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Autocomplete, Modal, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useSetLabels, workflowLabelsQuery } from '../../api/queries/workflows.ts';
import type { WorkflowListItem } from '../../api/types.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';

const MAX_TAGS = 10;

/** Sets the folder and tags of a workflow. */
export function LabelsDialog({ workflow, onClose }: { workflow: WorkflowListItem; onClose: () => void }) {
  const labels = useQuery(workflowLabelsQuery);
  const save = useSetLabels(workflow.id);
  const [folder, setFolder] = useState(workflow.folder ?? '');
  const [tags, setTags] = useState(workflow.tags);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    save.mutate({ folder: folder.trim() === '' ? null : folder, tags }, { onSuccess: onClose });
  }
  return (
    <Modal opened onClose={onClose} title={`Folder and tags of ${workflow.name}`}>
      <form onSubmit={submit}>
        <Stack>
          <Autocomplete
            label="Folder"
            description="Names separated by slashes, such as Billing/Invoices. If empty, it is in no folder."
            data={labels.data?.folders.map(({ path }) => path) ?? []}
            // A list that opens with the dialog would appear outside it.
            openOnFocus={false}
            maxDropdownHeight={120}
            value={folder}
            onChange={setFolder}
            data-autofocus
          />
          <TagsInput
            label="Tags"
            description="Press Enter after each one. Up to 10."
            data={labels.data?.tags.map(({ tag }) => tag) ?? []}
            maxTags={MAX_TAGS}
            // Below the field it would lie over the buttons.
            comboboxProps={{ position: 'top' }}
            acceptValueOnBlur
            value={tags}
            onChange={setTags}
          />
          {save.isError && <ErrorNotice error={save.error} />}
          <FormButtons submitLabel="Save" loading={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
