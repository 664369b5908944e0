import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { readWorkflow } from '../api/queries/workflows.ts';
import { showError } from '../ui/show-error.ts';
import { texts } from '../texts/editor.ts';
import { draftOf } from './draft-of.ts';
import { useEditor } from './editor-context.ts';
import { usePicked } from './value-store.ts';

/** Somebody else, or another tab, saved the workflow: asks which draft to keep. */
export function ConflictNotice() {
  const { workflowId, autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const [busy, setBusy] = useState(false);
  if (status.kind !== 'conflict') return null;

  function run(action: () => Promise<void>) {
    setBusy(true);
    action()
      .catch(showError)
      .finally(() => setBusy(false));
  }

  return (
    <Alert color="yellow" variant="light" radius={0} title={texts.somebodyElseChangedThisWorkflow} role="alert">
      <Group gap="xs" align="center">
        <span>{texts.theSavedDraftIsAnother}</span>
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          onClick={() =>
            run(async () => {
              const { workflow, etag } = await readWorkflow(workflowId);
              autosave.accept(draftOf(workflow), etag);
            })
          }
        >
          {texts.theirDraft}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => run(() => autosave.overwrite())}>
          {texts.ownDraft}
        </Button>
      </Group>
    </Alert>
  );
}
