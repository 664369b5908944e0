import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { storedDraftsQuery, usePublish, useRestore, versionsQuery } from '../../../api/queries/versions.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { PageLoader } from '../../../ui/page-loader.tsx';
import { showDone } from '../../../ui/show-done.ts';
import { showError } from '../../../ui/show-error.ts';
import { draftOf } from '../../../editor/draft/draft-of.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { StoredDraftEntry } from './stored-draft-entry.tsx';
import { VersionEntry } from './version-entry.tsx';
import classes from './versions-drawer.module.css';

/** The choice that replaces the draft: a version, which may be published immediately (roll back), or a stored draft. */
type Chosen = { number: number; publish: boolean } | { draftId: string };

/** The immutable versions and the drafts that were replaced by one; each of them can be restored as the draft. */
export function VersionsDrawer({ shown, onClose }: { shown: number | null; onClose: () => void }) {
  const { workflowId, autosave } = useEditor();
  const versions = useQuery(versionsQuery(workflowId));
  const storedDrafts = useQuery(storedDraftsQuery(workflowId));
  const restore = useRestore(workflowId);
  const publish = usePublish(workflowId);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<number | string | null>(shown);
  const toggle = (key: number | string) => setOpen(open === key ? null : key);

  async function run(wanted: Chosen) {
    await autosave.flush();
    await autosave.takeOver(async () => {
      const { workflow, etag } = await restore.mutateAsync(wanted);
      return { draft: draftOf(workflow), etag };
    });
    if ('draftId' in wanted) showDone('The draft is restored');
    else if (wanted.publish) {
      await publish.mutateAsync({});
      showDone(`Rolled back to version ${wanted.number}`);
    } else showDone(`Version ${wanted.number} restored as draft`);
    onClose();
  }

  // Each stored draft is placed before the newest version that is older than it.
  const entries = [
    ...(versions.data?.items ?? []).map((version) => ({ at: version.createdAt, version, stored: null })),
    ...(storedDrafts.data?.items ?? []).map((stored) => ({ at: stored.createdAt, version: null, stored })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));

  return (
    <Drawer opened onClose={onClose} position="right" title="Versions" size="md">
      {versions.isPending && <PageLoader />}
      {versions.isError && <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />}
      {storedDrafts.isError && <ErrorNotice error={storedDrafts.error} onRetry={() => void storedDrafts.refetch()} />}
      {versions.data?.items.length === 0 && (
        <EmptyState title="Not published yet" text="Each time you publish the workflow, a version is saved here." />
      )}
      <ul className={classes.list}>
        {entries.map(({ version, stored }) =>
          version === null ? (
            <StoredDraftEntry
              key={stored.id}
              stored={stored}
              isOpen={open === stored.id}
              onToggle={() => toggle(stored.id)}
              onRestore={() => setChosen({ draftId: stored.id })}
            />
          ) : (
            <VersionEntry
              key={version.number}
              version={version}
              isShown={version.number === shown}
              isOpen={open === version.number}
              onToggle={() => toggle(version.number)}
              onRestore={(alsoPublish) => setChosen({ number: version.number, publish: alsoPublish })}
            />
          ),
        )}
      </ul>
      <ConfirmDialog
        opened={chosen !== null}
        title={questionOf(chosen)}
        confirmLabel={isRollBack(chosen) ? 'Roll back' : 'Restore as draft'}
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
        This replaces the current draft. If the draft has unpublished changes, it stays in this list.
        {isRollBack(chosen) && ' The version is published again under a new number. New runs use it immediately.'}
      </ConfirmDialog>
    </Drawer>
  );
}

function isRollBack(chosen: Chosen | null): boolean {
  return chosen !== null && 'number' in chosen && chosen.publish;
}

function questionOf(chosen: Chosen | null): string {
  if (chosen === null) return '';
  if ('draftId' in chosen) return 'Restore this draft?';
  return chosen.publish ? `Roll back to version ${chosen.number}?` : `Restore version ${chosen.number} as the draft?`;
}
