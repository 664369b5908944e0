import '@mantine/core/styles/Drawer.layer.css';
import { Button, Drawer, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePublish, useRestoreVersion, versionsQuery } from '../../../api/queries/versions.ts';
import { readWorkflow } from '../../../api/queries/workflows.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { PageLoader } from '../../../ui/page-loader.tsx';
import { showDone } from '../../../ui/show-done.ts';
import { showError } from '../../../ui/show-error.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Ago } from '../../../ui/time.tsx';
import { draftOf } from '../../../editor/draft/draft-of.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { VersionChanges } from './version-changes.tsx';
import classes from './versions-drawer.module.css';

/** The immutable versions; one of them can be restored as the draft, or published at once (roll back). */
export function VersionsDrawer({ shown, onClose }: { shown: number | null; onClose: () => void }) {
  const { workflowId, autosave } = useEditor();
  const versions = useQuery(versionsQuery(workflowId));
  const restore = useRestoreVersion(workflowId);
  const publish = usePublish(workflowId);
  const [chosen, setChosen] = useState<{ number: number; publish: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<number | null>(shown);

  async function run({ number, publish: alsoPublish }: { number: number; publish: boolean }) {
    await autosave.flush();
    await restore.mutateAsync(number);
    const { workflow, etag } = await readWorkflow(workflowId);
    autosave.accept(draftOf(workflow), etag, true);
    if (alsoPublish) await publish.mutateAsync(undefined);
    showDone(alsoPublish ? `Rolled back to version ${number}` : `Version ${number} restored as draft`);
    onClose();
  }

  return (
    <Drawer opened onClose={onClose} position="right" title="Versions" size="md">
      {versions.isPending && <PageLoader />}
      {versions.isError && <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data?.items.length === 0 && (
        <EmptyState title="Not published yet" text="Each time you publish the workflow, a version is saved here." />
      )}
      <ul className={classes.list}>
        {versions.data?.items.map((version) => (
          <li
            key={version.number}
            className={classes.version}
            ref={(item) => void (version.number === shown && item?.scrollIntoView({ block: 'nearest' }))}
          >
            <Group gap="xs" justify="space-between">
              <strong>Version {version.number}</strong>
              {version.number === versions.data.publishedVersion && <StatusBadge status="PUBLISHED" />}
            </Group>
            <div className={classes.meta}>
              <Ago time={version.createdAt} />
              {version.createdBy?.name ? ` by ${version.createdBy.name}` : ''}
            </div>
            <Group gap="xs" mt={8}>
              <Button
                size="compact-xs"
                variant="default"
                aria-expanded={open === version.number}
                onClick={() => setOpen(open === version.number ? null : version.number)}
              >
                Compare with draft
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => setChosen({ number: version.number, publish: false })}
              >
                Restore as draft
              </Button>
              {version.number !== versions.data.publishedVersion && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => setChosen({ number: version.number, publish: true })}
                >
                  Roll back to this version
                </Button>
              )}
            </Group>
            {open === version.number && <VersionChanges number={version.number} />}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={chosen !== null}
        title={
          chosen?.publish ? `Roll back to version ${chosen.number}?` : `Restore version ${chosen?.number} as the draft?`
        }
        confirmLabel={chosen?.publish ? 'Roll back' : 'Restore as draft'}
        danger={false}
        loading={busy}
        onClose={() => setChosen(null)}
        onConfirm={() => {
          if (!chosen) return;
          setBusy(true);
          run(chosen)
            .catch(showError)
            .finally(() => setBusy(false));
        }}
      >
        The current draft is replaced; <strong>Undo</strong> brings it back.
        {chosen?.publish && ' The version is published again under a new number, and new runs use it at once.'}
      </ConfirmDialog>
    </Drawer>
  );
}
