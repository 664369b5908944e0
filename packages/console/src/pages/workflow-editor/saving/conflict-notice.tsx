import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { draftOf } from '../../../editor/draft/draft-of.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { showError } from '../../../ui/show-error.ts';
import { usePicked } from '../../../ui/value-store.ts';

/** Shows that somebody else, or another tab, saved a newer draft, and asks which one to keep. */
export function ConflictNotice() {
  const { entry, autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const [busy, setBusy] = useState(false);
  if (status.kind !== 'conflict') return null;

  function run(action: () => Promise<void>) {
    setBusy(true);
    action()
      .catch(showError)
      .finally(() => setBusy(false));
  }

  async function load() {
    const { workflow, etag } = await entry.read();
    return { draft: draftOf(workflow), etag };
  }

  return (
    <Alert color="yellow" variant="light" radius={0} title="A newer version was saved elsewhere" role="alert">
      <Group gap="xs" align="center">
        <span>
          Someone else changed this workflow, or you changed it in another tab.{' '}
          {status.hasChanges
            ? 'Your last changes are not saved. Load the newer version, which Undo reverts, or replace it with yours.'
            : 'You are looking at an older version. Load the newer one, or keep yours.'}
        </span>
        <Button size="xs" variant="default" disabled={busy} onClick={() => run(() => autosave.takeOver(load))}>
          Load it
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => run(() => autosave.overwrite())}>
          Keep mine
        </Button>
      </Group>
    </Alert>
  );
}
