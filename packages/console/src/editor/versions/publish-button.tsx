import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useUnpublish, versionsQuery } from '../../api/queries/versions.ts';
import type { Workflow } from '../../api/types.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showDone } from '../../ui/show-done.ts';
import { PublishDialog } from './publish-dialog.tsx';

/** Publishing, with what changed; and taking the workflow offline. */
export function PublishButton({ workflow }: { workflow: Workflow }) {
  const versions = useQuery(versionsQuery(workflow.id));
  const unpublish = useUnpublish(workflow.id);
  const [dialog, setDialog] = useState<'publish' | 'unpublish' | null>(null);
  const published = versions.data?.publishedVersion ?? null;

  return (
    <Button.Group>
      <Button size="xs" onClick={() => setDialog('publish')}>
        Publish
      </Button>
      {published !== null && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" px={6} aria-label={`Published: version ${published}. More`}>
              <IconChevronDown size={14} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Version {published} is published</Menu.Label>
            <Menu.Item color="red" onClick={() => setDialog('unpublish')}>
              Unpublish
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog === 'publish' && <PublishDialog onClose={() => setDialog(null)} />}
      <ConfirmDialog
        opened={dialog === 'unpublish'}
        title="Unpublish the workflow?"
        confirmLabel="Unpublish"
        loading={unpublish.isPending}
        onClose={() => setDialog(null)}
        onConfirm={() =>
          unpublish.mutate(undefined, {
            onSuccess: () => {
              setDialog(null);
              showDone('Unpublished');
            },
          })
        }
      >
        Production runs and webhook deliveries are refused from now on, until it is published again. Sessions under way go on.
      </ConfirmDialog>
    </Button.Group>
  );
}
