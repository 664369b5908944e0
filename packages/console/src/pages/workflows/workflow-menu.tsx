import { ActionIcon, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  IconActivity,
  IconCopy,
  IconDots,
  IconDownload,
  IconFolder,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { readWorkflow } from '../../api/queries/workflow-entry.ts';
import { useCreateWorkflow, useDeleteWorkflow, workflowUsesQuery } from '../../api/queries/workflows.ts';
import type { WorkflowListItem } from '../../api/types.ts';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import { showError } from '../../ui/show-error.ts';
import { PauseDialog } from '../../features/pausing/pause-dialog.tsx';
import { PauseOrResumeItem } from './pause-or-resume-item.tsx';
import { withNewIds } from './with-new-ids.ts';
import { exportWorkflow } from '../../features/export-workflow.ts';
import { UsedBy } from '../../ui/used-by.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { loadPart } from '../../ui/load-part.tsx';
import { DANGER_COLOR } from '../../ui/danger-color.ts';

const RunNowDialog = loadPart(async () => (await import('../../features/run-now/run-now-dialog.tsx')).RunNowDialog);
const LabelsDialog = loadPart(async () => (await import('./labels-dialog.tsx')).LabelsDialog);

export function WorkflowMenu({ workflow }: { workflow: WorkflowListItem }) {
  const [deleting, setDeleting] = useState(false);
  const [filing, setFiling] = useState(false);
  const [running, setRunning] = useState(false);
  const remove = useDeleteWorkflow();
  const create = useCreateWorkflow();
  const uses = useQuery({ ...workflowUsesQuery(workflow.id), enabled: deleting });
  const [pausing, setPausing] = useState(false);
  const queryClient = useQueryClient();

  async function duplicate() {
    const { workflow: original } = await readWorkflow(workflow.id);
    await create.mutateAsync({
      ...withNewIds(original),
      name: `${original.name} (copy)`,
      description: original.description,
    });
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
          {workflow.state === 'PUBLISHED' && (
            <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => setRunning(true)}>
              Run now…
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to={`/workflows/${workflow.id}/activity`}
            leftSection={<IconActivity size={16} />}
          >
            Activity
          </Menu.Item>
          <Menu.Item leftSection={<IconFolder size={16} />} onClick={() => setFiling(true)}>
            Folder and tags…
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void duplicate().catch(showError)}>
            Duplicate
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} />}
            onClick={() => void exportWorkflow(workflow.id).catch(showError)}
          >
            Export as JSON
          </Menu.Item>
          <PauseOrResumeItem workflow={workflow} onPause={() => setPausing(true)} />
          <Menu.Divider />
          <Menu.Item color={DANGER_COLOR} leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PartBoundary key={String(filing)} onFailed={() => setFiling(false)}>
        {filing && <LabelsDialog workflow={workflow} onClose={() => setFiling(false)} />}
      </PartBoundary>
      <PartBoundary key={`run ${running}`} onFailed={() => setRunning(false)}>
        {running && <RunNowDialog workflowId={workflow.id} onClose={() => setRunning(false)} />}
      </PartBoundary>
      {pausing && <PauseDialog workflow={workflow} onClose={() => setPausing(false)} />}
      <RemovalDialog
        removed={deleting ? workflow.id : null}
        remove={remove}
        title="Delete the workflow?"
        confirmLabel="Delete workflow"
        done="Workflow deleted"
        onClose={() => setDeleting(false)}
      >
        <strong>{workflow.name}</strong> and its webhook tokens are deleted permanently. New runs and deliveries are
        refused immediately. Running sessions continue, and past sessions remain readable.
        <UsedBy uses={uses.data?.items ?? []} />
      </RemovalDialog>
    </>
  );
}
