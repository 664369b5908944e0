import { Alert, Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDeleteWorkflow, workflowUsesQuery } from '../../api/queries/workflows.ts';
import { useEditor } from '../../editor/editor-context.ts';
import type { LeftWorkflow } from '../../editor/extract/left-workflow.ts';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import { UsedBy } from '../../ui/used-by.tsx';

/** After a step back: the workflow that was made of the components stays, unless it is deleted here. */
export function LeftWorkflowNotice({ workflow: { id, name } }: { workflow: LeftWorkflow }) {
  const { autosave, leftWorkflow } = useEditor();
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteWorkflow();
  const used = workflowUsesQuery(id);
  const uses = useQuery({
    queryKey: [...used.queryKey, 'left'],
    gcTime: 0,
    // The saved draft would count among the uses.
    queryFn: async ({ client }) => {
      await autosave.flush();
      return client.query({ ...used, staleTime: 0 });
    },
  });
  const items = uses.data?.items ?? [];
  const close = () => leftWorkflow.set(null);
  return (
    <Alert color="blue" variant="light" radius={0} title={`The workflow ${name} was not deleted`} role="status">
      <Group gap="xs" align="center">
        <span>
          This draft no longer runs it.{' '}
          <Anchor component={Link} to={`/workflows/${id}`} size="sm" underline="always">
            Open {name}
          </Anchor>
        </span>
        {uses.isSuccess && items.length === 0 && (
          <Button size="xs" variant="default" onClick={() => setDeleting(true)}>
            Delete it…
          </Button>
        )}
        <Button size="xs" variant="default" onClick={close}>
          Keep it
        </Button>
      </Group>
      <UsedBy uses={items} />
      <RemovalDialog
        removed={deleting ? id : null}
        remove={remove}
        title="Delete workflow?"
        confirmLabel="Delete workflow"
        done="Workflow deleted"
        onClose={() => setDeleting(false)}
        onRemoved={close}
      >
        <strong>{name}</strong> is deleted permanently. Redo would run a workflow that no longer exists.
      </RemovalDialog>
    </Alert>
  );
}
