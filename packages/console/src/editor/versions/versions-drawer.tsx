import { Button, Drawer, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePublish, useRestoreVersion, versionsQuery } from '../../api/queries/versions.ts';
import { readWorkflow } from '../../api/queries/workflows.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { showDone } from '../../ui/show-done.ts';
import { showError } from '../../ui/show-error.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Ago } from '../../ui/time.tsx';
import { draftOf } from '../draft-of.ts';
import { useEditor } from '../editor-context.ts';
import classes from './versions-drawer.module.css';

/** The immutable versions; one of them can become the draft again, and be published at once (roll back). */
export function VersionsDrawer({ onClose }: { onClose: () => void }) {
  const { workflowId, autosave } = useEditor();
  const versions = useQuery(versionsQuery(workflowId));
  const restore = useRestoreVersion(workflowId);
  const publish = usePublish(workflowId);
  const [chosen, setChosen] = useState<{ number: number; publish: boolean } | null>(null);
  const [busy, setBusy] = useState(false);

  async function run({ number, publish: alsoPublish }: { number: number; publish: boolean }) {
    await autosave.flush();
    await restore.mutateAsync(number);
    const { workflow, etag } = await readWorkflow(workflowId);
    autosave.accept(draftOf(workflow), etag);
    if (alsoPublish) await publish.mutateAsync();
    showDone(alsoPublish ? `Rolled back to version ${number}` : `Version ${number} is the draft now`);
    onClose();
  }

  return (
    <Drawer opened onClose={onClose} position="right" title="Versions" size="sm">
      {versions.isPending && <PageLoader />}
      {versions.isError && <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data?.items.length === 0 && <EmptyState title="Not published yet" text="Each time the workflow is published, a version is kept here." />}
      <ul className={classes.list}>
        {versions.data?.items.map((version) => (
          <li key={version.number} className={classes.version}>
            <Group gap="xs" justify="space-between">
              <strong>Version {version.number}</strong>
              {version.number === versions.data.publishedVersion && <StatusBadge status="PUBLISHED" />}
            </Group>
            <div className={classes.meta}>
              <Ago time={version.createdAt} />
              {version.createdBy?.name ? ` by ${version.createdBy.name}` : ''}
            </div>
            <Group gap="xs" mt={8}>
              <Button size="compact-xs" variant="default" onClick={() => setChosen({ number: version.number, publish: false })}>
                Take as draft
              </Button>
              {version.number !== versions.data.publishedVersion && (
                <Button size="compact-xs" variant="default" onClick={() => setChosen({ number: version.number, publish: true })}>
                  Roll back to it
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={chosen !== null}
        title={chosen?.publish ? `Roll back to version ${chosen.number}?` : `Take version ${chosen?.number} as the draft?`}
        confirmLabel={chosen?.publish ? 'Roll back' : 'Take as draft'}
        danger={false}
        loading={busy}
        onClose={() => setChosen(null)}
        onConfirm={() => {
          if (!chosen) return;
          setBusy(true);
          run(chosen).catch(showError).finally(() => setBusy(false));
        }}
      >
        The present draft is replaced.{chosen?.publish ? ' The version is published again under a new number, and new runs use it at once.' : ''}
      </ConfirmDialog>
    </Drawer>
  );
}
