import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Autocomplete, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSetLabels, workflowLabelsQuery } from '../../api/queries/workflows.ts';
import type { WorkflowListItem } from '../../api/types.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

const MAX_TAGS = 10;

/** Sets the folder and tags of a workflow. */
export function LabelsDialog({ workflow, onClose }: { workflow: WorkflowListItem; onClose: () => void }) {
  const labels = useQuery(workflowLabelsQuery);
  const save = useSetLabels(workflow.id);
  const [folder, setFolder] = useState(workflow.folder ?? '');
  const [tags, setTags] = useState(workflow.tags);

  function submit() {
    save.mutate({ folder: folder.trim() === '' ? null : folder, tags }, { onSuccess: onClose });
  }
  return (
    <FormDialog
      title={`Folder and tags of ${workflow.name}`}
      submitLabel="Save"
      request={save}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
