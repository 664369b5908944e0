import { ActionIcon, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconActivity, IconCopy, IconDots, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { readWorkflow, useCreateWorkflow, useDeleteWorkflow } from '../api/queries/workflows.ts';
import type { WorkflowListItem } from '../api/types.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showDone } from '../ui/show-done.ts';
import { showError } from '../ui/show-error.ts';
import { withNewIds } from './with-new-ids.ts';
import { exportWorkflow } from './export-workflow.ts';

export function WorkflowMenu({ workflow }: { workflow: WorkflowListItem }) {
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteWorkflow();
  const create = useCreateWorkflow();
  const queryClient = useQueryClient();

  async function duplicate() {
    const { workflow: original } = await readWorkflow(workflow.id);
    await create.mutateAsync({ ...withNewIds(original), name: `${original.name} (copy)`, description: original.description });
    await queryClient.invalidateQueries({ queryKey: ['workflows'] });
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${workflow.name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={`/sessions?workflowId=${workflow.id}`} leftSection={<IconActivity size={16} />}>
            Sessions
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void duplicate().catch(showError)}>
            Duplicate
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void exportWorkflow(workflow.id).catch(showError)}>
            Export as JSON
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={deleting}
        title="Delete the workflow?"
        confirmLabel="Delete workflow"
        loading={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          remove.mutate(workflow.id, {
            onSuccess: () => {
              setDeleting(false);
              showDone('The workflow is deleted');
            },
          })
        }
      >
        <strong>{workflow.name}</strong> and its webhook tokens are deleted for good. New runs and deliveries are refused at once; sessions under way go on, and
        past sessions stay to be read.
      </ConfirmDialog>
    </>
  );
}
